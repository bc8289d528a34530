/** A term of the dictionary as the product delivers it. */
export interface Term {
  /** Stays the same for ever: ids are made of it. */
  readonly code: string
  readonly zh: string
  readonly en: string
  /** The abbreviation that the field uses for it. */
  readonly abb?: string
  /** Terms of the category's child category. */
  readonly children?: readonly Term[]
}

/** A category of the dictionary with its terms. */
export interface CategorySeed {
  readonly code: string
  readonly zh: string
  readonly en: string
  /** Whether tenants keep entries of their own in it. */
  readonly isTenant: boolean
  /** The category of the children of its terms. */
  readonly child?: { readonly code: string; readonly zh: string; readonly en: string }
  readonly terms: readonly Term[]
}
