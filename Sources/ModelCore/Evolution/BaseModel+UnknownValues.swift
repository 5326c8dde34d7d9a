extension BaseModel {
    /// The values in the instance's file under keys that its class doesn't know; nil if there are none.
    var unknown: UnknownValues? {
        get { extras as? UnknownValues }
        set {
            let origin = extras?.origin
            extras = newValue ?? origin.map { _ in ModelExtras() }
            extras?.origin = origin
        }
    }

    /// The values in the instance's file under keys that its class doesn't know, as a dictionary; nil if there are
    /// none.
    ///
    /// They are written back after the instance's own properties, in every format. Unknown values in a dictionary on a
    /// property's key path are nested as in the file.
    ///
    /// Linear in the size of the values at first, and constant after that: the document is kept with the instance. If
    /// the values refer to models, it is made each time, because the models may have changed.
    public var unknownValues: ModelDocument? { unknown?.document }

    /// Removes the values in ``unknownValues``, and the elements of lenient properties that couldn't be read, so that they
    /// aren't written back.
    public func removeUnknownValues() {
        unknown = nil
        if let origin = extras?.origin, !origin.skipped.isEmpty || origin.forms.contains(where: \.isTold) {
            keep {
                $0.skipped = [:]
                $0.forms.removeAll(where: \.isTold)
            }
        }
    }
}
