import * as z from 'zod/mini'
import { id, optionalId, requiredText, rowVersion, text } from '../core/fields.ts'

export const SiteInput = z.object({
  id: optionalId,
  siteName: requiredText(200),
  countryId: optionalId,
  provinceId: optionalId,
  cityId: optionalId,
  levelId: id,
  typeId: id,
  address: text(200),
  remark: text(500),
  /** Save although another site of the same city has this name: the caller has been warned. */
  duplicateAccepted: z._default(z.boolean('rule.choice'), false),
  rowVersion,
})

/** A hospital or other institution where studies are run; sites are the platform's, tenants choose among them. */
export const Site = z.object({
  id: z.string(),
  siteName: z.string(),
  countryId: z.string(),
  /** Names of regions, level and type are in the caller's language. */
  countryName: z.string(),
  provinceId: z.string(),
  provinceName: z.string(),
  cityId: z.string(),
  cityName: z.string(),
  levelId: z.string(),
  levelDesc: z.string(),
  typeId: z.string(),
  typeDesc: z.string(),
  address: z.string(),
  remark: z.string(),
  /** 0: delivered with the platform, and not to be deleted; 1: added by a user. */
  isUserAdd: z.number(),
  rowVersion: z.number(),
})
export type Site = z.output<typeof Site>
