import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { optionalId, reference } from '../core/fields.ts'
import { Option } from '../core/lists.ts'

const call = callOf('domain')

export const domainCombobox = call({
  method: 'POST',
  path: '/tenantUrl/combobox',
  summary: 'The domains of a tenant to choose from, of one product or of all',
  // Studies are linked with them.
  access: menu('urlSet', 'softAllowed'),
  effect: 'read',
  request: z.object({ tenantId: reference, softwareId: optionalId }),
  answer: z.array(Option),
})
