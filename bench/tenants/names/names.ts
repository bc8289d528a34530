/** What people call a tenant, and whom they ask for there. */
export interface Names {
  readonly name: string
  readonly abbr: string
  readonly contact: string
}
