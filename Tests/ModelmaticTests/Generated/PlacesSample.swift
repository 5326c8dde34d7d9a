// swift-format-ignore-file
#if Macros
// Made of Places.json by `basemodel generate`.
// Read such a file with `try Places.load(fromFile: path)`.

import Foundation
import ModelCore

enum PlacesSample {

@Model final class Places: BaseModel {
    var type = ""
    var bbox: [Double] = []
    var features: [Feature] = []
}

@Model final class Feature: BaseModel {
    var type = ""
    var id = ""
    var geometry: Geometry?
    var properties: Property?
}

@Model(tag: "type") class Geometry: BaseModel {
}

@Model(tagged: "Point") final class PointGeometry: Geometry {
    var coordinates: [Double] = []
}

@Model(tagged: "LineString") final class LineStringGeometry: Geometry {
    var coordinates: [[Double]] = []
}

@Model(tagged: "Polygon") final class PolygonGeometry: Geometry {
    var coordinates: [[[Int]]] = []
}

@Model final class Property: BaseModel {
    var name = ""
    var floors: Int?
}
}
#endif
