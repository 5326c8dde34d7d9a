import ModelCore
import ModelTesting
import Testing

struct ContractSampleTests {
    @Test("Each sample is written, and read as the same", arguments: ContractSample.all.indices)
    func comesBack(_ index: Int) throws {
        let sample = ContractSample.all[index]
        let value = sample.make()
        let archive = KeyedArchive()
        let back = try sample.read(archive.encode(value), archive, .keyedArchive, .standard)
        #expect(Fingerprint.text(of: back) == Fingerprint.text(of: value))
    }
}
