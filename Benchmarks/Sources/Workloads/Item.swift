import ModelCore

/// The root of the growth workload.
@Model
public final class Items: BaseModel {
    public var items: [Item] = []
}

/// A small object: three scalars, no two objects with the same ones.
@Model
public final class Item: BaseModel {
    public var number = 0
    public var label = ""
    public var weight = 0.0
}

extension Items {
    public convenience init(count: Int) {
        self.init()
        items.reserveCapacity(count)
        for number in 0..<count {
            let item = Item()
            item.number = number
            item.label = "item \(number)"
            item.weight = Double(number) / 8
            items.append(item)
        }
    }

    /// True where these are the items that `init(count:)` makes.
    public func areGenerated(count: Int) -> Bool {
        items.count == count
            && items.enumerated().allSatisfy { number, item in
                item.number == number && item.label == "item \(number)" && item.weight == Double(number) / 8
            }
    }
}
