// swift-format-ignore-file
#if Macros
// Made of Places.json by `basemodel generate`.
// Read such a file with `try Places.load(fromFile: path)`.
// Some values of the samples come back as they were only with `.asRead`: nulls, for example.

import Foundation
import ModelCore

enum PlacesSample {

@Model(writtenDefaults: .asRead) final class Places: BaseModel {
    var type = ""
    var bbox: [Double] = []
    var features: [Feature] = []
}

@Model(writtenDefaults: .asRead) final class Feature: BaseModel {
    var type = ""
    var id = ""
    var geometry: Geometry?
    var properties: Property?
}

@Model(tag: "type", writtenDefaults: .asRead) class Geometry: BaseModel {
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

@Model(writtenDefaults: .asRead) final class Property: BaseModel {
    var name = ""
    var floors: Int?
}
}
#endif
