import { prefix } from "../../prefix"

/** What the directory is told of itself: schemas, kinds of resources, and what is supported (RFC 7643, sections 5 to 7). */

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User"
export const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
export const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
export const scimPath = `${prefix}/scim/v2`

/** Most people of one page, which is also its size by default. */
export const maxPage = 100

type Options = { required?: true; isCaseExact?: true; isUnique?: true; isReadOnly?: true; sub?: object[] }

const attribute = (name: string, type: string, description: string, options: Options = {}) => ({
  name,
  type,
  multiValued: name.endsWith("s"),
  description,
  required: options.required ?? false,
  ...(type === "string" && { caseExact: options.isCaseExact ?? false }),
  mutability: options.isReadOnly ? "readOnly" : "readWrite",
  returned: "default",
  ...(type !== "complex" && { uniqueness: options.isUnique ? "server" : "none" }),
  ...(options.sub && { subAttributes: options.sub }),
})

const values = (isReadOnly?: true) => [
  attribute("value", "string", "The value.", isReadOnly && { isReadOnly }),
  attribute("type", "string", "work", isReadOnly && { isReadOnly }),
  attribute("primary", "boolean", "Whether it is the preferred one.", isReadOnly && { isReadOnly }),
]

const metaOf = (resourceType: string, location: string) => ({ resourceType, location })

/** @param base the address of `/scim/v2` */
export const schemasAt = (base: string) =>
  [
    {
      id: userSchema,
      name: "User",
      description: "An employee.",
      attributes: [
        attribute("userName", "string", "The e-mail address by which the person signs in.", { required: true, isUnique: true }),
        attribute("name", "complex", "The name.", {
          required: true,
          sub: [
            attribute("givenName", "string", "The first name.", { required: true }),
            attribute("familyName", "string", "The last name.", { required: true }),
            attribute("formatted", "string", "The whole name.", { isReadOnly: true }),
          ],
        }),
        attribute("displayName", "string", "The whole name, which a create may give in place of its parts."),
        attribute("title", "string", "The title in the company."),
        attribute("active", "boolean", "Whether the person is employed."),
        attribute("emails", "complex", "The address of userName.", { isReadOnly: true, sub: values(true) }),
        attribute("phoneNumbers", "complex", "One number is kept: the primary one, else that of work.", { sub: values() }),
      ],
    },
    {
      id: enterprise,
      name: "EnterpriseUser",
      description: "What the company keeps of a person.",
      attributes: [attribute("department", "string", "The name of the department, which is made where there is none.")],
    },
  ].map(schema => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    ...schema,
    meta: metaOf("Schema", `${base}/Schemas/${schema.id}`),
  }))

export const resourceTypesAt = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "Employees of the company.",
    schema: userSchema,
    schemaExtensions: [{ schema: enterprise, required: false }],
    meta: metaOf("ResourceType", `${base}/ResourceTypes/User`),
  },
]

export const providerConfigAt = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Access token",
      description: "An access token of the company with the scope employees.provision.",
      specUri: "https://www.rfc-editor.org/rfc/rfc6750",
      primary: true,
    },
  ],
  meta: metaOf("ServiceProviderConfig", `${base}/ServiceProviderConfig`),
})
