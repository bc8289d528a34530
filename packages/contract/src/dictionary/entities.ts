import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { optionalId, reference, requiredName, sort, text } from '../core/fields.ts'

/** Tenant id of global rows: everyone reads them, only the platform writes them. */
export const globalTenantId = '0'

/** Categories that the code itself refers to. */
export const categories = {
  tenantCategory: '1',
  position: '2',
  userType: '3',
  studyScope: '4',
  studyStatus: '5',
  productType: '6',
  researchType: '7',
  researchStage: '8',
  researchTarget: '10',
  siteLevel: '11',
  siteType: '12',
  therapeuticArea: '16',
} as const

export type CategoryCode = (typeof categories)[keyof typeof categories]

export const Category = z.object({
  code: z.string(),
  /** Name in the caller's language. */
  desc: z.string(),
  /** Whether tenants can add their own entries to the category. */
  isTenant: z.boolean(),
  /** Category of the entries' children; '' if entries have no children. */
  childCode: z.string(),
  isParent: z.boolean(),
})
export type Category = z.output<typeof Category>

const fields = {
  dicName: requiredName(100),
  dicNameEn: text(200),
  dicCode: requiredName(50),
  sort,
  dicNum: text(50),
  abb: text(50),
  extend: text(500),
  categoryId: reference,
  description: text(500),
  tenantId: z._default(optionalId, globalTenantId),
  parentId: optionalId,
  childCode: text(50),
}

export const DictionaryInput = inputOf(fields)

export const DictionaryEntry = entityOf(fields, {
  /** Name in the caller's language. */
  displayName: z.string(),
})
export type DictionaryEntry = z.output<typeof DictionaryEntry>
