import type { RemoteRoles } from './entities.ts'

/** A role as its product offers it. */
export interface OfferedRole {
  readonly id: string
  /** In the product's own format. */
  readonly name: string
}

/** Returns the roles that a product offers in a study, each once: RTSM lists them for each project. */
export function offeredRoles(offer: RemoteRoles): OfferedRole[] {
  const { RoleInfos = [], List = [], tenantRoles = [], studyRoles = [] } = offer
  const named = [...RoleInfos, ...List.flatMap(({ RoleList }) => RoleList)]
  const roles = [...named.map(({ Id, Name }) => ({ id: Id, name: Name })), ...tenantRoles, ...studyRoles]
  return [...new Map(roles.map((role) => [role.id, role])).values()]
}
