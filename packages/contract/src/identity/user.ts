import * as z from 'zod/mini'
import { displayedEmail } from '../core/email.ts'
import { language } from '../core/fields.ts'
import { Option } from '../core/lists.ts'
import { InspectorAccount } from '../inspection/entities.ts'
import { regionNames } from '../region/entities.ts'

/** A person who signs in. Users are global; a tenant user links a user to a tenant. */
export const User = z.object({
  id: z.string(),
  fullName: z.string(),
  /** Full name in the form shown in the caller's language. Not in the specification. */
  displayName: z.string(),
  userName: z.string(),
  email: displayedEmail,
  /** 1 if the address is not verified. */
  emailValid: z.number(),
  phone: z.string(),
  /** 1 if the number is not verified. Not in the specification. */
  phoneValid: z.number(),
  /** yyyy-MM-dd, or ''. */
  birthday: z.string(),
  /** 0 male, 1 female, '' unknown. */
  sex: z.string(),
  /** Id of the system role, or ''. */
  roleId: z.string(),
  /** '0' normal, '1' locked. */
  status: z.string(),
  /** '0' shown in lists, '1' special. */
  userType: z.string(),
  remark: z.string(),
  language,
  ucId: z.string(),
  countryId: z.string(),
  provinceId: z.string(),
  cityId: z.string(),
  ...regionNames,
  /** Identity source of the user; '' for this system. */
  org: z.string(),
  rowVersion: z.number(),
})
export type User = z.output<typeof User>

/** An entry of the menu, with its name in the caller's language. */
export const MenuEntry = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  /** Route path. For a group, the common prefix of its entries; there is no page at the prefix itself. */
  url: z.string(),
  icon: z.string(),
})
export type MenuEntry = z.output<typeof MenuEntry>

/** A group of the menu with its entries: menus have two levels. */
export const MenuGroup = z.extend(MenuEntry, { list: z.array(MenuEntry) })
export type MenuGroup = z.output<typeof MenuGroup>

export const UserInfo = z.extend(User, {
  /** Whether the user's password expires within the reminder period, as in a sign-in response. */
  isOverdue: z.boolean(),
  /** Days until the password expires; 0 if it never does. */
  nearExpiredDay: z.number(),
  /** Whether the user's system role has every menu. */
  superAdmin: z.boolean(),
  /** Menu codes of the user's system role. They permit calls for the platform. */
  platformMenus: z.array(z.string()),
  /** Name of the role in the caller's language; '' for a user without a role. */
  roleName: z.string(),
  /** Tenants of the user, in the order of joining; empty for platform administrators. */
  tenants: z.array(z.object({ id: z.string(), tenantName: z.string() })),
  menuList: z.array(MenuGroup),
  /** Products of the user for the help menu: codes, and names in the caller's language. */
  softwareList: z.array(Option),
  /**
   * Kinds of changes that need a reason (see change-reason/kinds.ts): on the platform, and in the tenants of the user
   * that do not follow it.
   */
  changeReasons: z.array(z.object({ tenantId: z.string(), kinds: z.array(z.string()) })),
  /** The inspection for which the account was opened; null for all other users. */
  inspection: z.nullable(InspectorAccount),
})
export type UserInfo = z.output<typeof UserInfo>
