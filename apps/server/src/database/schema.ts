import type { AuditEventTable, AuditSealTable, FailedSignInTallyTable } from './tables/audit.ts'
import type {
  EmailVerificationTable,
  OneTimeCodeTable,
  RateLimitTable,
  UserIdentityTable,
} from './tables/codes.ts'
import type { ContactChangeTable } from './tables/contact-changes.ts'
import type { DictionaryCategoryTable, DictionaryTable } from './tables/dictionaries.ts'
import type { HolidayTable } from './tables/holidays.ts'
import type { InvitationTable } from './tables/invitations.ts'
import type { MessageAttemptTable, MessageTable } from './tables/messages.ts'
import type { OpenMenuView, OpenRoleView } from './tables/open.ts'
import type { SeedVersionTable } from './tables/product-data.ts'
import type { AreaTable } from './tables/regions.ts'
import type { MenuTable, RoleMenuTable, RoleTable } from './tables/roles.ts'
import type {
  CaptchaTable,
  LoginFailureTable,
  PasswordNonceTable,
  SafeStrategyTable,
  ServerKeyTable,
  SessionTable,
} from './tables/sign-in.ts'
import type { SiteTable } from './tables/sites.ts'
import type { SoftwareTable } from './tables/software.ts'
import type { TenantTable } from './tables/tenants.ts'
import type { AppUserTable, TenantUserTable } from './tables/users.ts'

/**
 * Every table, as code sees it. Names are camel case here and snake case in SQL (`tenantName`,
 * `tenant_name`), so that a row read is already in the names of the wire.
 */
export interface Database {
  tenant: TenantTable
  dictionary: DictionaryTable
  dictionaryCategory: DictionaryCategoryTable
  area: AreaTable
  appUser: AppUserTable
  tenantUser: TenantUserTable
  role: RoleTable
  menu: MenuTable
  roleMenu: RoleMenuTable
  openRole: OpenRoleView
  openMenu: OpenMenuView
  session: SessionTable
  loginFailure: LoginFailureTable
  captcha: CaptchaTable
  safeStrategy: SafeStrategyTable
  serverKey: ServerKeyTable
  passwordNonce: PasswordNonceTable
  seedVersion: SeedVersionTable
  auditEvent: AuditEventTable
  auditSeal: AuditSealTable
  failedSignInTally: FailedSignInTallyTable
  message: MessageTable
  messageAttempt: MessageAttemptTable
  oneTimeCode: OneTimeCodeTable
  rateLimit: RateLimitTable
  emailVerification: EmailVerificationTable
  userIdentity: UserIdentityTable
  contactChange: ContactChangeTable
  software: SoftwareTable
  site: SiteTable
  invitation: InvitationTable
  holiday: HolidayTable
}
