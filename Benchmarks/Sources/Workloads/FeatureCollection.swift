import ModelCore

/// The root of `canada.json` and `geo.json`.
@Model
final class FeatureCollection: BaseModel {
    var type = ""
    var features: [Feature] = []
}

@Model
final class Feature: BaseModel {
    var type = ""
    var id: String?
    var properties: [String: String] = [:]
    var geometry = Geometry()
}

@Model
final class Geometry: BaseModel {
    var type = ""
    /// The rings of a polygon. A ring has points, and a point a longitude and a latitude.
    var coordinates: [[[Double]]] = []
}
