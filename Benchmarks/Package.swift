// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package of its own, so that nobody who uses BaseModel fetches what only its measurements need.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "BaseModel", path: ".."),
        // Without its traits: it then neither replaces malloc nor hooks into retain and release, which would slow down
        // what is measured here.
        .package(url: "https://github.com/ordo-one/benchmark.git", exact: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "FormatSupport", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "PlistFormat", package: "BaseModel"),
                .product(name: "FastCoder", package: "BaseModel"),
                .product(name: "HRCoder", package: "BaseModel"),
                .product(name: "CryptoCoder", package: "BaseModel"),
            ]
        ),
        .executableTarget(
            name: "compare",
            dependencies: [
                "Workloads",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "ModelTesting", package: "BaseModel"),
            ]
        ),
        .executableTarget(
            name: "Coding",
            dependencies: [
                "Workloads",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Coding",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)

// `cliffs` counts the instructions that one more feature costs. It needs valgrind's headers, and classes that
// `Scripts/bench.sh cliffs` writes.
if FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Sources/cliffs/Variants.swift") {
    package.targets += [
        .target(name: "CGrind"),
        .executableTarget(
            name: "cliffs",
            dependencies: [
                "CGrind",
                "Workloads",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
            ]
        ),
    ]
}

for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
