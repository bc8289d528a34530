import type { MenuCode } from '@atrium/contract'

/** A menu that the product delivers. Its id is its code. */
export interface SeededMenu {
  readonly code: MenuCode
  /** The group that an entry belongs to; none for a group itself. */
  readonly group?: MenuCode
  readonly name: string
  readonly nameEn: string
  /** Order among its siblings; the gaps leave room for an administrator's own. */
  readonly seq: number
  /** The route that an entry opens; of a group the prefix of its entries, which is no page. */
  readonly url: string
  /** Name of an Arco icon's component. */
  readonly icon: string
  /** Whether a tenant administrator holds it from the beginning. */
  readonly forTenants: boolean
  /**
   * The delivery that brings it. Each delivery reaches a database once: what an administrator has renamed,
   * moved or deleted since stays so. A menu added later takes the next number.
   */
  readonly delivery: number
}
