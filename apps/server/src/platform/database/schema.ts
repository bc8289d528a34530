import type { AccessRequestRuleTable, AccessRequestTable } from './tables/access-requests.ts'
import type { AccessReviewItemTable, AccessReviewTable } from './tables/access-reviews.ts'
import type {
  AuditArchiveTable,
  AuditEventTable,
  AuditSealTable,
  FailedSignInTallyTable,
} from './tables/audit.ts'
import type { ChangeReasonPolicyTable } from './tables/change-reasons.ts'
import type { Timestamp } from './tables/columns.ts'
import type { DepartmentTable, DepartmentUserTable } from './tables/departments.ts'
import type { DictionaryCategoryTable, DictionaryTable } from './tables/dictionaries.ts'
import type { TenantUrlTable } from './tables/domains.ts'
import type { FileTable, FileUploadTable } from './tables/files.ts'
import type { HandOverTable } from './tables/hand-overs.ts'
import type { HolidayTable } from './tables/holidays.ts'
import type { InspectionTable } from './tables/inspections.ts'
import type { InvitationTable } from './tables/invitations.ts'
import type { JobLogTable, JobTable } from './tables/jobs.ts'
import type { TenantSoftwareTable } from './tables/licences.ts'
import type { MessageAttemptTable, MessageTable } from './tables/messages.ts'
import type { ModuleOverrideTable } from './tables/module-overrides.ts'
import type { OpenIdRecordTable, OpenIdSessionTable, ProductSignInTable } from './tables/openid.ts'
import type { CallCountTable, ServerProcessTable } from './tables/operations.ts'
import type { TenantPinTable } from './tables/pins.ts'
import type { LegalHoldTable, PrivacyRequestTable, PseudonymTable } from './tables/privacy.ts'
import type { ProductAccessRemovalTable, ProductAccessTable } from './tables/product-access.ts'
import type { ProductAuthorizationTable } from './tables/product-authorizations.ts'
import type { ProductCallTable, ProductNonceTable } from './tables/product-calls.ts'
import type { AreaTable } from './tables/regions.ts'
import type {
  ReleaseErrorPersonTable,
  ReleaseErrorTable,
  ReleaseHourTable,
  ReleasePersonTable,
  RemoteModuleTable,
  RemoteReleaseTable,
  TeamNonceTable,
  TenantReleaseTable,
} from './tables/releases.ts'
import type { RoleConflictTable } from './tables/role-conflicts.ts'
import type {
  HeldRoleView,
  MenuTable,
  OpenMenuView,
  OpenRoleView,
  RoleMenuTable,
  RoleTable,
} from './tables/roles.ts'
import type {
  CaptchaTable,
  EmailVerificationTable,
  LoginFailureTable,
  OneTimeCodeTable,
  PasswordNonceTable,
  RateLimitTable,
  SafeStrategyTable,
  ServerKeyTable,
  SessionTable,
  SessionWriteTable,
  UserIdentityTable,
} from './tables/sign-in.ts'
import type { SignaturePolicyTable, SignatureTable } from './tables/signatures.ts'
import type { SiteTable, TenantSiteTable } from './tables/sites.ts'
import type { SoftwareTable } from './tables/software.ts'
import type { StudySiteTable, StudyTable, StudyUrlTable, StudyUserTable } from './tables/studies.ts'
import type { TenantTable } from './tables/tenants.ts'
import type {
  TrailReviewFindingTable,
  TrailReviewLookTable,
  TrailReviewTable,
} from './tables/trail-reviews.ts'
import type {
  TrainingEvidenceTable,
  TrainingOverrideTable,
  TrainingRequirementTable,
  TrainingTable,
} from './tables/trainings.ts'
import type { UnblindingTable } from './tables/unblinding.ts'
import type { AppUserTable, ContactChangeTable, TenantUserTable, UserNameLookTable } from './tables/users.ts'

/** Version of a set of the product's own rows (regions, dictionary terms) in this database. */
interface SeedVersionTable {
  name: string
  version: string
  updatedAt: Timestamp
}

/**
 * All tables, as code sees them. Names are camel case here and snake case in SQL (`tenantName`, `tenant_name`), so
 * that a row already has the names used on the wire.
 */
export interface Database {
  tenant: TenantTable
  dictionary: DictionaryTable
  dictionaryCategory: DictionaryCategoryTable
  area: AreaTable
  appUser: AppUserTable
  userNameLook: UserNameLookTable
  tenantUser: TenantUserTable
  role: RoleTable
  menu: MenuTable
  roleMenu: RoleMenuTable
  heldRole: HeldRoleView
  openRole: OpenRoleView
  openMenu: OpenMenuView
  session: SessionTable
  loginFailure: LoginFailureTable
  captcha: CaptchaTable
  safeStrategy: SafeStrategyTable
  training: TrainingTable
  trainingRequirement: TrainingRequirementTable
  trainingEvidence: TrainingEvidenceTable
  trainingOverride: TrainingOverrideTable
  accessRequest: AccessRequestTable
  legalHold: LegalHoldTable
  privacyRequest: PrivacyRequestTable
  pseudonym: PseudonymTable
  accessRequestRule: AccessRequestRuleTable
  changeReasonPolicy: ChangeReasonPolicyTable
  signaturePolicy: SignaturePolicyTable
  signature: SignatureTable
  accessReview: AccessReviewTable
  accessReviewItem: AccessReviewItemTable
  inspection: InspectionTable
  trailReview: TrailReviewTable
  trailReviewLook: TrailReviewLookTable
  trailReviewFinding: TrailReviewFindingTable
  serverKey: ServerKeyTable
  passwordNonce: PasswordNonceTable
  seedVersion: SeedVersionTable
  auditEvent: AuditEventTable
  auditSeal: AuditSealTable
  auditArchive: AuditArchiveTable
  failedSignInTally: FailedSignInTallyTable
  message: MessageTable
  messageAttempt: MessageAttemptTable
  oneTimeCode: OneTimeCodeTable
  rateLimit: RateLimitTable
  sessionWrite: SessionWriteTable
  emailVerification: EmailVerificationTable
  userIdentity: UserIdentityTable
  contactChange: ContactChangeTable
  software: SoftwareTable
  tenantUrl: TenantUrlTable
  productNonce: ProductNonceTable
  productCall: ProductCallTable
  site: SiteTable
  tenantSite: TenantSiteTable
  invitation: InvitationTable
  holiday: HolidayTable
  tenantPin: TenantPinTable
  file: FileTable
  fileUpload: FileUploadTable
  job: JobTable
  jobLog: JobLogTable
  tenantSoftware: TenantSoftwareTable
  study: StudyTable
  studySite: StudySiteTable
  studyUrl: StudyUrlTable
  studyUser: StudyUserTable
  handOver: HandOverTable
  openidRecord: OpenIdRecordTable
  openidSession: OpenIdSessionTable
  productSignIn: ProductSignInTable
  moduleOverride: ModuleOverrideTable
  productAuthorization: ProductAuthorizationTable
  unblinding: UnblindingTable
  roleConflict: RoleConflictTable
  productAccess: ProductAccessTable
  productAccessRemoval: ProductAccessRemovalTable
  department: DepartmentTable
  departmentUser: DepartmentUserTable
  remoteModule: RemoteModuleTable
  remoteRelease: RemoteReleaseTable
  tenantRelease: TenantReleaseTable
  teamNonce: TeamNonceTable
  releaseHour: ReleaseHourTable
  releasePerson: ReleasePersonTable
  releaseError: ReleaseErrorTable
  releaseErrorPerson: ReleaseErrorPersonTable
  serverProcess: ServerProcessTable
  callCount: CallCountTable
}
