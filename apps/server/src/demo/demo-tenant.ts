/** An entry of the tenant's own dictionary. */
export interface DemoTerm {
  readonly categoryId: string
  readonly code: string
  readonly zh: string
  readonly en: string
}

/** A tenant of the demonstration data with what belongs to it. */
export interface DemoTenant {
  /** Makes its e-mail domain and the name of its administrator. */
  readonly key: string
  readonly tenantName: string
  readonly abbr: string
  /** Code of a global entry among the tenant categories. */
  readonly category: string
  readonly contact: string
  readonly tel: string
  readonly postcode: string
  readonly provinceId: string
  readonly cityId: string
  readonly address: string
  readonly admin: {
    readonly fullName: string
    /** Code of a global entry among the user types. */
    readonly userType: string
  }
  readonly terms: readonly DemoTerm[]
}

export const emailOf = (tenant: DemoTenant): string => `admin@${tenant.key}.example`
