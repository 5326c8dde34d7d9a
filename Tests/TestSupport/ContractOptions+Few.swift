import ModelTesting

extension ContractOptions {
    /// Less of what takes time: for forms of a format that keeps the whole contract in another one.
    public static var few: ContractOptions {
        var options = ContractOptions()
        options.hugeCount = 1000
        options.hugeDataSize = 1000
        options.mutations = 300
        options.randomGraphs = 100
        return options
    }
}
