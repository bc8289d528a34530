import {
  type Access,
  type Call,
  isForTenants,
  type MenuCode,
  noData,
  pathFieldsOf,
  reasonCodeHeader,
  reasonFieldOf,
  reasonHeader,
  signatureMeanings,
  signaturePasswordHeader,
  takesReason,
} from '@atrium/contract'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'

const FieldErrors = z.array(z.object({ field: z.string(), message: z.string() }))
const Reasons = z.array(z.object({ code: z.string(), name: z.string() }))
const FieldChanges = z.array(z.object({ field: z.string(), current: z.unknown() }))

/**
 * Returns the schema of a response's envelope. Fields outside the schema are removed, so that no column is sent by
 * mistake.
 */
const envelopeOf = (result: z.ZodMiniType) =>
  z.object({
    code: z.number(),
    success: z.boolean(),
    isOk: z.boolean(),
    message: z.string(),
    data: z.nullable(result),
    errors: z.optional(FieldErrors),
    changes: z.optional(FieldChanges),
    reasons: z.optional(Reasons),
    signatureMeaning: z.optional(z.enum(signatureMeanings)),
  })

const redirected = z.undefined().check(z.describe('Redirect to the address in `location`'))

/** Returns the first word of the path, so that the document is grouped like the list of calls. */
const tagOf = (path: string) => path.split('/')[1] ?? ''

const file = z.string().check(z.meta({ format: 'binary' }))

/** Response of a call that returns a file. */
const fileOrRejection = {
  description: 'The file, or an envelope that rejects the call',
  content: {
    'application/octet-stream': { schema: file },
    'application/json': { schema: envelopeOf(noData) },
  },
}

/** Returns the response schemas of a call. A rejection has an envelope, even if the call returns a redirect or a file. */
function responseOf(call: Call) {
  if (call.form === 'redirect') return { 200: envelopeOf(noData), 302: redirected }
  if (call.form === 'download') return { 200: fileOrRejection }
  return { 200: envelopeOf(call.response) }
}

const listed = (menus: readonly MenuCode[]): string => menus.map((menu) => `\`${menu}\``).join(' or ')

/** Describes in words who may make a call and which tenants it reaches. OpenAPI can express sessions, but not menus. */
function describeAccess(access: Access): string {
  if (access.kind === 'public') return 'Open to everyone, without a session.'
  if (access.kind === 'product') return 'For linked products, which sign the call.'
  if (access.kind === 'team') return 'For teams that release remotes, which sign the call.'
  const { menus = [] } = access
  if (access.kind === 'session') {
    if (access.about !== undefined)
      return `For signed-in users, about themselves. System roles with the menu ${listed(menus)} may name another user in \`${access.about}\`.`
    const own = 'For signed-in users, within their own tenants.'
    return menus.length === 0
      ? own
      : `${own} System roles with the menu ${listed(menus)} can access all tenants.`
  }
  if (access.superAdmin) return 'For system roles with all menus, across all tenants.'
  const wide = `For system roles with the menu ${listed(menus)}, across all tenants.`
  const ofTenants = menus.filter(isForTenants)
  if (ofTenants.length === 0) return wide
  const own = `Also for tenant roles with the menu ${listed(ofTenants)}, within those tenants.`
  return `${wide} ${own}${access.globalRows ? ' Only the platform may write global rows.' : ''}`
}

/** Describes where the reason for a change and its signature are sent, for calls that can ask for them. */
function describeReason(call: Call): string {
  if (!takesReason(call)) return ''
  const field = reasonFieldOf(call)
  const where = field ? `the field \`${field}\`` : `the header \`${reasonHeader}\` or \`${reasonCodeHeader}\``
  return (
    `The reason for the change is in ${where}, its electronic signature in the header \`${signaturePasswordHeader}\`; ` +
    'the tenant’s policies decide whether they are required.'
  )
}

const securityOf = ({ kind }: Access): Record<string, string[]>[] => {
  if (kind === 'public') return []
  return [kind === 'product' || kind === 'team' ? { [kind]: [] } : { session: [] }]
}

/** Returns whether the fields of a call are in its query, because its body is a file or empty. */
export const isSentInQuery = ({ method, form }: Call): boolean => method === 'GET' || form === 'upload'

/**
 * Returns the schemas of a call's fields. Fields that the path names are in the path, all others in the query or the
 * body.
 */
function sentSchema(call: Call): FastifySchema {
  const { path, request } = call
  const location = isSentInQuery(call) ? 'querystring' : 'body'
  const inPath = Object.fromEntries(pathFieldsOf(path).map((field) => [field, true as const]))
  if (Object.keys(inPath).length === 0) return { [location]: request }
  // The request has no rule over several fields, since such a rule could not be split between the two locations.
  const fields = request as z.ZodMiniObject
  return { params: z.pick(fields, inPath), [location]: z.omit(fields, inPath) }
}

/** Returns the description of a call for Fastify and the OpenAPI document. */
export const callSchema = (call: Call): FastifySchema => ({
  summary: call.summary,
  description: [describeAccess(call.access), describeReason(call)].filter((part) => part !== '').join(' '),
  operationId: `${call.method} ${call.path}`,
  tags: [tagOf(call.path)],
  security: securityOf(call.access),
  ...sentSchema(call),
  response: responseOf(call),
})
