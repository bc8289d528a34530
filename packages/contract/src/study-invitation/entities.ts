import * as z from 'zod/mini'

/** What came of an invitation. */
export const InvitationResult = z.object({
  /** Names or addresses. */
  success: z.array(z.string()),
  /** The same, each with the reason behind it. */
  failure: z.array(z.string()),
  /** An addition: whom to send again, to try those alone who failed. */
  retry: z.object({ userList: z.array(z.string()), EmailList: z.array(z.string()) }),
})
export type InvitationResult = z.output<typeof InvitationResult>

/** A site of a study, as people are invited to it. */
export const InvitationSite = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type InvitationSite = z.output<typeof InvitationSite>

const Named = z.object({ Id: z.string(), Name: z.string() })
const Small = z.object({ id: z.string(), name: z.string() })

/** What a product has to give people, in the product's own form and names: what is there goes by its style. */
export const RemoteRoles = z.object({
  authorizationStyle: z.number(),
  Environments: z.optional(z.array(Named)),
  RoleInfos: z.optional(z.array(z.extend(Named, { FType: z.number() }))),
  List: z.optional(
    z.array(
      z.object({
        Id: z.string(),
        ProjectName: z.string(),
        EnvironmentFlag: z.string(),
        Status: z.string(),
        RoleList: z.array(Named),
        StockHouseList: z.array(Named),
      }),
    ),
  ),
  tenantRoles: z.optional(z.array(Small)),
  studyRoles: z.optional(z.array(Small)),
  sites: z.optional(z.array(Small)),
})
export type RemoteRoles = z.output<typeof RemoteRoles>
