import * as z from 'zod/mini'
import { answeredEmail } from '../core/email.ts'
import { language } from '../core/fields.ts'
import { Option } from '../core/lists.ts'
import { regionNames } from '../region/entities.ts'

/** A person who signs in. Users are global; what ties them to a tenant is a tenant user. */
export const User = z.object({
  id: z.string(),
  fullName: z.string(),
  /** An addition: the full name as it is shown in the caller's language. */
  displayName: z.string(),
  userName: z.string(),
  email: answeredEmail,
  /** 1: the address is not verified. */
  emailValid: z.number(),
  phone: z.string(),
  /** An addition: 1: the number is not verified. */
  phoneValid: z.number(),
  /** yyyy-MM-dd, or ''. */
  birthday: z.string(),
  /** 0 male, 1 female, '' unknown. */
  sex: z.string(),
  /** The system role, or ''. */
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
  /** The identity source that the user comes from; '' for this system. */
  org: z.string(),
  rowVersion: z.number(),
})
export type User = z.output<typeof User>

/** An entry of the menu, in the caller's language. */
export const MenuEntry = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  /** The route path; of a group the prefix of its entries, which is no page. */
  url: z.string(),
  icon: z.string(),
})
export type MenuEntry = z.output<typeof MenuEntry>

/** A group of the menu with its entries: menus have two levels. */
export const MenuGroup = z.extend(MenuEntry, { list: z.array(MenuEntry) })
export type MenuGroup = z.output<typeof MenuGroup>

export const UserInfo = z.extend(User, {
  /** Whether the user's password ends within the reminder's days, as in a sign-in's response. */
  isOverdue: z.boolean(),
  /** Days until the password ends; 0 for one that never does. */
  nearExpiredDay: z.number(),
  /** Whether the user's system role has every menu. */
  superAdmin: z.boolean(),
  /** The codes of the menus of the user's system role, with which they call for the platform. */
  platformMenus: z.array(z.string()),
  /** The role's name in the caller's language, '' for a user without one. */
  roleName: z.string(),
  /** The tenants that the user belongs to, in the order of joining; for the platform's administrators empty. */
  tenants: z.array(z.object({ id: z.string(), tenantName: z.string() })),
  menuList: z.array(MenuGroup),
  /** The products that the user has, by code, with their names in the caller's language: for the help menu. */
  softwareList: z.array(Option),
})
export type UserInfo = z.output<typeof UserInfo>
