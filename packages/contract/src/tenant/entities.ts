import * as z from 'zod/mini'
import { digits, id, optionalEmail, optionalId, requiredText, rowVersion, text } from '../core/fields.ts'

export const TenantInput = z.object({
  id: optionalId,
  tenantName: requiredText(100),
  abbr: requiredText(50),
  categoryId: id,
  contact: text(50),
  tel: digits(20),
  email: optionalEmail,
  countryId: optionalId,
  provinceId: optionalId,
  cityId: optionalId,
  postcode: text(20),
  address: text(200),
  rowVersion,
})

export const Tenant = z.object({
  id: z.string(),
  tenantName: z.string(),
  /** Made by the server. */
  tenantCode: z.string(),
  abbr: z.string(),
  categoryId: z.string(),
  /** The category's name in the caller's language. */
  categoryName: z.string(),
  contact: z.string(),
  tel: z.string(),
  email: z.string(),
  countryId: z.string(),
  /** Names of regions are in the caller's language. */
  countryName: z.string(),
  provinceId: z.string(),
  provinceName: z.string(),
  cityId: z.string(),
  cityName: z.string(),
  postcode: z.string(),
  address: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
  rowVersion: z.number(),
})
export type Tenant = z.output<typeof Tenant>
