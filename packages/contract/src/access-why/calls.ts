import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { optionalId, reference, requiredText } from '../core/fields.ts'
import { Option } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Explanation } from './entities.ts'

const call = callOf('accessWhy')

const addition =
  'Administrators and inspectors ask why a person has access, or why not (ICH E6(R3) 4.3.8, 21 CFR 11.10(d) and (g)).'

export const accessWhy = call({
  method: 'GET',
  path: '/access/why',
  summary:
    'Why a person may open a screen or a product or make a call in a tenant, or which rule rejects it; without what would unblind the caller in a study',
  access: menu('accessWhy'),
  effect: 'read',
  request: z.object({
    userId: reference,
    /** `screen:<menu code>`, `product:<id>` or `call:<path>`, as from `accessWhyTargets`. */
    target: requiredText(150, textKey('rule.choose')),
    /**
     * Tenant; `globalTenantId` for the platform. Without it the study's tenant, or the caller's only one, or for users
     * of the platform the platform.
     */
    tenantId: optionalId,
    studyId: optionalId,
  }),
  response: Explanation,
  addition,
})

export const accessWhyTargets = call({
  method: 'GET',
  path: '/access/why/targets',
  summary: 'What an explanation of access may be about: screens, products and calls, by name',
  access: menu('accessWhy'),
  effect: 'read',
  request: z.object({}),
  response: z.array(Option),
  addition,
})
