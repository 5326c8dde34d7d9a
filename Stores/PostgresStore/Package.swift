// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that only programs that keep records in PostgreSQL need its library.
let package = Package(
    name: "PostgresStore",
    platforms: [.macOS(.v15)],
    products: [.library(name: "PostgresStore", targets: ["PostgresStore"])],
    traits: [
        .trait(name: "Tests", description: "What the tests need of BaseModel: @Model and the keyed archive.")
    ],
    // The store needs none of BaseModel's traits, so that nobody compiles swift-syntax or the keyed archive because of it.
    dependencies: [
        .package(
            name: "BaseModel", path: "../..",
            traits: [
                .trait(name: "Macros", condition: .when(traits: ["Tests"])),
                .trait(name: "KeyedArchive", condition: .when(traits: ["Tests"])),
            ])
    ],
    targets: [
        // PostgreSQL's library for clients.
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "PostgresStore",
            dependencies: [
                "CLibpq",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "Records", package: "BaseModel"),
                .product(name: "FormatSupport", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
            ]
        ),
        // The program that the tests start and kill.
        .executableTarget(
            name: "postgres-probe",
            dependencies: ["PostgresStore", .product(name: "Records", package: "BaseModel")]
        ),
        // The figures in README.md.
        .executableTarget(
            name: "postgres-figures",
            dependencies: ["PostgresStore", .product(name: "Records", package: "BaseModel")]
        ),
        .testTarget(
            name: "PostgresStoreTests",
            dependencies: [
                "CLibpq", "PostgresStore", "postgres-probe",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "Records", package: "BaseModel"),
                .product(name: "ModelTesting", package: "BaseModel"),
            ],
            resources: [.copy("Fixtures")]
        ),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
