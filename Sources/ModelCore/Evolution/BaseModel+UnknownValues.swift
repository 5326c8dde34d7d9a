extension BaseModel {
    /// The values in the instance's file under keys that its class doesn't know; nil if the file has no such values.
    var unknown: UnknownValues? {
        get { extras as? UnknownValues }
        set {
            let origin = extras?.origin
            extras = newValue ?? origin.map { _ in ModelExtras() }
            extras?.origin = origin
        }
    }

    /// The values in the instance's file under keys that its class doesn't know, as a dictionary; nil if the file has
    /// no such values.
    ///
    /// The values are written back after the instance's own properties, in every format. Unknown values in a
    /// dictionary on a property's key path are nested as in the file.
    ///
    /// The first call takes time linear in the size of the values. Later calls take constant time, because the
    /// document is kept with the instance. If the values refer to models, the document is made by each call, because
    /// the models may have changed.
    public var unknownValues: ModelDocument? { unknown?.document }

    /// Removes the values in ``unknownValues``, and the skipped elements of lenient properties, so that they aren't
    /// written back.
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
