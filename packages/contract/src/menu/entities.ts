import * as z from 'zod/mini'
import { entityOf, updateOf } from '../core/entity.ts'
import {
  openOrClosed,
  reference,
  requiredName,
  requiredText,
  rowVersion,
  sort,
  text,
} from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Parent id of the menu's groups. */
export const rootMenuId = '0'

/** An address within the suite. It begins with exactly one slash, so that it cannot lead to another host. */
const address = requiredText(200).check(
  z.refine((value) => value === '' || /^\/(?!\/)[\w./-]*$/.test(value), textKey('menu.rule.address')),
)

/** Name of an icon component. */
const icon = requiredText(50, textKey('rule.choose')).check(
  z.refine((value) => value === '' || /^Icon[A-Z]\w*$/.test(value), textKey('rule.choice')),
)

const fields = {
  name: requiredName(50),
  nameEn: text(100),
  description: text(500),
  parentId: reference,
  /** Sort order among its siblings. */
  seq: sort,
  url: address,
  icon,
  status: openOrClosed,
}

export const MenuInput = z.object({ ...fields, rowVersion })
export const MenuChange = updateOf(fields)

/** A menu in the administration: closed menus included, names in both languages. */
export const Menu = entityOf(fields, {
  /** Name in the caller's language. */
  displayName: z.string(),
  /** `group` or `menu`. */
  resourceType: z.string(),
  /** Whether tenant roles may have the menu. */
  forTenants: z.boolean(),
})
export type Menu = z.output<typeof Menu>

/** A group with its entries. */
export const MenuWithEntries = z.extend(Menu, { list: z.array(Menu) })
export type MenuWithEntries = z.output<typeof MenuWithEntries>
