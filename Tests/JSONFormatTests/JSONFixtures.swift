import JSONFormat
