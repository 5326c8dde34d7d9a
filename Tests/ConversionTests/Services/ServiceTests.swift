#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Testing

    /// Documents in the shapes of public services come back as they were, whatever they lack and whatever the models don't
    /// know.
    @Suite("JSON of services")
    struct ServiceTests {
        private func check<Root: ModelValue>(_ type: Root.Type, _ json: String) throws -> Root {
            let root = try JSONFormat().decode(type, from: Data(json.utf8), as: .json)
            let written = try JSONFormat().encode(root, as: .json)
            let values = try [written, Data(json.utf8)].map {
                try #require(try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) as? NSObject)
            }
            #expect(values[0] == values[1], "\(String(decoding: written, as: UTF8.self))")
            return root
        }

        @Test("GitHub's events")
        func gitHub() throws {
            let events = try check(
                [GitHubEvent].self,
                #"""
                [{"id":"22249084964","type":"PushEvent","actor":{"id":583231,"login":"octocat","gravatar_id":""},
                "repo":{"id":1296269,"name":"octocat/Hello-World"},"payload":{"push_id":10115855396,"size":1,"distinct_size":1,
                "commits":[{"sha":"7a8f3ac","author":{"email":"o@example.com"},"message":"up","distinct":true}]},
                "public":true,"created_at":"2022-06-09T12:47:28Z","org":null},
                {"type":"WatchEvent","id":"2","payload":{"action":"started"},"public":false},
                {"type":"GollumEvent","id":"3","payload":{"pages":[{"page_name":"Home"}]},"actor":null}]
                """#)
            #expect((events[0] as? GitHubPush)?.payload?.commits.first?.sha == "7a8f3ac")
            #expect((events[1] as? GitHubWatch)?.action == "started")
            #expect(events[2].classTag == "GollumEvent" && events[2].isOfUnknownClass)
        }

        @Test("Kubernetes' manifests")
        func kubernetes() throws {
            let list = try check(
                KubernetesResource.self,
                #"""
                {"apiVersion":"v1","kind":"List","items":[
                {"apiVersion":"v1","kind":"Service","metadata":{"name":"web","labels":{"app":"web"},"annotations":null,
                "creationTimestamp":null},"spec":{"selector":{"app":"web"},"ports":[{"port":80,"targetPort":"http"},
                {"port":443,"targetPort":8443,"protocol":"TCP"}]},"status":{"loadBalancer":{}}},
                {"kind":"ConfigMap","apiVersion":"v1","data":{"a":"1"}},
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":3}}]}
                """#)
            let items = try #require(list as? KubernetesList).items
            let ports = (items[0] as? KubernetesService)?.spec?.ports.map(\.targetPort)
            #expect(ports == [.name("http"), .number(8443)])
            #expect(items[1] is KubernetesConfigMap && items[2].classTag == "Deployment")
        }

        @Test("ActivityStreams")
        func activity() throws {
            let create = try check(
                ActivityObject.self,
                #"""
                {"@context":"https://www.w3.org/ns/activitystreams","type":"Create","id":"https://a.example/1",
                "actor":"https://a.example/ann","to":["https://www.w3.org/ns/activitystreams#Public","https://a.example/bob"],
                "object":{"type":"Note","content":"Hello","inReplyTo":null,"published":"2023-01-02T03:04:05Z",
                "attributedTo":[{"type":"Person","preferredUsername":"ann","icon":{"type":"Image","url":"i.png"}}],
                "tag":[{"type":"Hashtag","name":"#x"}]}}
                """#)
            guard case .object(let note)? = (create as? ActivityCreate)?.object else {
                Issue.record("\(create)")
                return
            }
            #expect((note as? ActivityNote)?.content == "Hello")
        }

        @Test("Stripe's objects")
        func stripe() throws {
            let list = try check(
                StripeObject.self,
                #"""
                {"object":"list","url":"/v1/charges","has_more":false,"data":[
                {"id":"ch_1","object":"charge","amount":100,"currency":"eur","created":1679090539,"customer":"cus_1",
                "failure_code":null,"metadata":{},"livemode":false,
                "refunds":{"object":"list","data":[{"id":"re_1","object":"refund","amount":5}],"has_more":false,"url":"/r"}},
                {"object":"charge","id":"ch_2","amount":1,"currency":"usd",
                "customer":{"id":"cus_2","object":"customer","email":"a@b.c","balance":0,"default_source":null}}]}
                """#)
            let charges = try #require(list as? StripeList).data.compactMap { $0 as? StripeCharge }
            #expect(charges.map { $0.customer?.id } == ["cus_1", "cus_2"])
            #expect(charges[1].customer?.model?.email == "a@b.c")
            #expect(charges[0].refunds?.data.first?.classTag == "refund")
        }

        @Test("JSON:API")
        func api() throws {
            let document = try check(
                APIDocument.self,
                #"""
                {"data":[{"type":"articles","id":"1","attributes":{"title":"JSON","body":null},
                "relationships":{"author":{"data":{"type":"people","id":"9"},"links":{"self":"/a"}},
                "comments":{"data":[{"type":"comments","id":"5"}]},"editor":{"data":null},"other":{}}}],
                "included":[{"type":"people","id":"9","attributes":{"first-name":"Dan","twitter":"d"}},
                {"type":"comments","id":"5","attributes":{"body":"x"}}],"links":{"self":"/articles","next":null}}
                """#)
            let article = try #require(document.data?.elements.first as? APIArticle)
            #expect(article.title == "JSON")
            #expect(article.relationships["author"]?.data.value?.elements.first is APIPerson)
            #expect(document.included[1].classTag == "comments")
            _ = try check(APIDocument.self, #"{"data":{"type":"articles","id":"1"}}"#)
        }

        @Test("Slack's blocks")
        func slack() throws {
            let message = try check(
                SlackMessage.self,
                #"""
                {"text":"hi","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*hi*"},"block_id":"b",
                "accessory":{"type":"image","image_url":"i.png","alt_text":"cat"}},
                {"type":"image","image_url":"j.png","alt_text":"","title":{"type":"plain_text","text":"T","emoji":true}},
                {"type":"divider"},{"type":"actions","elements":[{"type":"button","action_id":"a","value":"v",
                "text":{"type":"plain_text","text":"Go"}},{"type":"datepicker","initial_date":"1990-04-28"}]}]}
                """#)
            #expect((message.blocks[0] as? SlackSection)?.accessory is SlackImageElement)
            #expect(message.blocks[1] is SlackImageBlock && message.blocks[2].classTag == "divider")
        }

        @Test("GeoJSON")
        func geo() throws {
            let collection = try check(
                GeoObject.self,
                #"""
                {"type":"FeatureCollection","bbox":[-10.5,-10.5,10.5,10.5],"features":[
                {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[102.5,0.5]},"properties":{"p":"v","n":null}},
                {"type":"Feature","id":"x","geometry":{"type":"Polygon","coordinates":[[[100.5,0.5],[101.5,1.5]]]},"properties":null},
                {"type":"Feature","geometry":null,"properties":{}},
                {"geometry":{"coordinates":[[1.5,2.5]],"type":"LineString"},"type":"Feature"}]}
                """#)
            let features = try #require(collection as? GeoCollection).features.compactMap { $0 as? GeoFeature }
            #expect(features[0].id == .number(7) && features[1].id == .text("x"))
            #expect(features[1].geometry is GeoPolygon && features[3].geometry?.classTag == "LineString")
        }

        @Test("OpenAPI")
        func openAPI() throws {
            let document = try check(
                OpenAPIDocument.self,
                #"""
                {"openapi":"3.1.0","info":{"title":"Pets","version":"1","license":{"name":"MIT"}},
                "paths":{"/pets":{"get":{"operationId":"list","tags":[],"responses":{"200":{"description":"ok"}}}}},
                "components":{"schemas":{"Pet":{"type":"object","required":["id"],"properties":{"id":{"type":"integer","format":"int64"},
                "owner":{"$ref":"#/components/schemas/Owner"},"tag":{"type":["string","null"],"enum":["a",null]}},
                "additionalProperties":false},"Owner":{"$ref":"#/x"},
                "Map":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Pet"}}}}}
                """#)
            guard case .schema(let pet)? = document.schemas["Pet"],
                case .reference(let owner)? = document.schemas["Owner"]
            else {
                Issue.record("\(document.schemas)")
                return
            }
            #expect(pet.type?.elements == ["object"] && owner.reference == "#/x")
            guard case .allowed(false)? = pet.additionalProperties else {
                Issue.record("\(pet)")
                return
            }
        }
    }
#endif
