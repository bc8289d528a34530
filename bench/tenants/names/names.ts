/** Names of a tenant and its contact. */
export interface Names {
  readonly name: string
  readonly abbr: string
  readonly contact: string
}
