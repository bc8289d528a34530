import * as z from 'zod/mini'
import { id, openOrClosed, requiredText, rowVersion, sort, text } from '../core/fields.ts'

/** The parent of the menu's groups. */
export const rootMenuId = '0'

/** An address within the suite: it begins with one slash, so that it leads nowhere else. */
const address = requiredText(200).check(
  z.refine((value) => value === '' || /^\/(?!\/)[\w./-]*$/.test(value), 'rule.address'),
)

/** The name of an icon's component. */
const icon = requiredText(50).check(
  z.refine((value) => value === '' || /^Icon[A-Z]\w*$/.test(value), 'rule.choice'),
)

export const MenuInput = z.object({
  name: requiredText(50),
  nameEn: text(100),
  description: text(500),
  parentId: id,
  /** The order among its siblings. */
  seq: sort,
  url: address,
  icon,
  status: openOrClosed,
  rowVersion,
})

const fields = {
  id: z.string(),
  name: z.string(),
  nameEn: z.string(),
  /** The name in the caller's language. */
  displayName: z.string(),
  description: z.string(),
  parentId: z.string(),
  seq: z.number(),
  url: z.string(),
  icon: z.string(),
  status: z.number(),
  /** `group` or `menu`. */
  resourceType: z.string(),
  /** Whether roles of tenants may hold it. */
  forTenants: z.boolean(),
  rowVersion: z.number(),
}

/** A menu as it is administered: closed ones included, in both languages. */
export const Menu = z.object(fields)
export type Menu = z.output<typeof Menu>

/** A group with its entries. */
export const MenuBranch = z.object({ ...fields, list: z.array(Menu) })
export type MenuBranch = z.output<typeof MenuBranch>
