import { readCookie, writeCookie } from '@atrium/shared-api'

const cookie = 'atrium-tenant'
/** In seconds: ten minutes. */
const lifetime = 600

/** The tenant chosen last, which the next page with a tenant selector starts from. */
export const rememberedTenant = {
  get: (): string | undefined => readCookie(cookie),
  keep: (tenantId: string): void => writeCookie(cookie, tenantId, lifetime),
}
