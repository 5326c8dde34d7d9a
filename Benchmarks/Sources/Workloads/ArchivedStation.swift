import Foundation

/// Another kind of node.
public final class ArchivedStation: ArchivedPlace {
    let elevation: Double
    let isOpen: Bool

    override var kind: PlaceRecord.Kind { .station(elevation: elevation, isOpen: isOpen) }

    init(_ record: PlaceRecord, elevation: Double, isOpen: Bool) {
        self.elevation = elevation
        self.isOpen = isOpen
        super.init(record)
    }

    public required init?(coder: NSCoder) {
        elevation = coder.decodeDouble(forKey: "elevation")
        isOpen = coder.decodeBool(forKey: "isOpen")
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(elevation, forKey: "elevation")
        coder.encode(isOpen, forKey: "isOpen")
    }
}
