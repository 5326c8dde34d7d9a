// swift-format-ignore-file
#if Macros
// Made of StripeCharges.json by `basemodel generate`.
// Read such a file with `try ChargeList.load(fromFile: path)`.
// Some values of the samples come back as they were only with `.asRead`: nulls, for example.

import Foundation
import ModelCore

enum StripeChargesSample {

@Model(keys: .snakeCase, writtenDefaults: .asRead) final class ChargeList: BaseModel {
    var object = ""
    var url = ""
    var hasMore = false
    var data: [DataObject] = []
}

@Model(keys: .snakeCase, writtenDefaults: .asRead) final class DataObject: BaseModel {
    var id = ""
    var object = ""
    var amount = 0
    var feeRate = 0.0
    var created = 0
    var livemode = false
    var customer: Expandable<Customer>?
    @Key("description") var kvc_description: String?
    // A guess: it is empty in all samples.
    var metadata: [String: Any] = [:]
    var billingDetails: BillingDetail?
    var source: Source?
    var refunds: [Expandable<Refund>] = []
}

@Model(keys: .snakeCase, writtenDefaults: .asRead) final class BillingDetail: BaseModel {
    var name: String?
    var postalCode: String?
}

@Model(tag: "object", writtenDefaults: .asRead) class Source: BaseModel {
    var id = ""
}

@Model(tagged: "card", keys: .snakeCase) final class CardSource: Source {
    var brand = ""
    var expMonth = 0
    var expYear = 0
}

@Model(tagged: "bank_account", keys: .snakeCase) final class BankAccountSource: Source {
    var bankName = ""
    var routingNumber = ""
}

@Model(writtenDefaults: .asRead) final class Customer: BaseModel, Identifiable {
    var id = ""
    var object = ""
    var email = ""
    var balance = 0
}

@Model(writtenDefaults: .asRead) final class Refund: BaseModel, Identifiable {
    var id = ""
    var object = ""
    var amount = 0
}
}
#endif
