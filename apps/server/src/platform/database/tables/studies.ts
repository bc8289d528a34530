import type { Edited, TenantKey, Text } from './columns.ts'

/** A clinical study of a tenant. Columns that end in `Id` refer to dictionary entries. */
export interface StudyTable extends TenantKey, Edited {
  studyName: string
  studyCode: string
  planCode: string
  principal: string
  nameAbbr: string
  fameFull: string
  sponsor: Text
  studyScopeId: string | null
  productTypeId: string | null
  researchStageId: string | null
  researchTypeId: string | null
  therapeuticAreaId: string | null
  indication: Text
  productInfo: Text
  drugInfo: Text
  designInfo: Text
  department: Text
  /** yyyy-MM-dd. If both are set, the end is after the start. */
  startTime: string | null
  endTime: string | null
  durationTime: Text
  studyStatusId: string | null
  partner: Text
  siteCount: number
  patientCount: number
}

/** A site that takes part in a study. The study's tenant has chosen it. */
export interface StudySiteTable extends TenantKey, Edited {
  studyId: string
  tenantSiteId: string
  /** Number of the site in the study. */
  code: string
  nickName: Text
  address: Text
  remark: Text
}

/** A product in which a study is run, at one of its tenant's domains. A study has at most one row per product. */
export interface StudyUrlTable extends TenantKey, Edited {
  studyId: string
  /** Copy of the domain's product, by which licences are counted. */
  softwareId: string
  tenantUrlId: string
  roleApiRequest: Text
  roleApiResponse: Text
}

/**
 * An authorization to work in a product for a study. It belongs to a tenant user or, until it is accepted, to an
 * invitation.
 */
export interface StudyUserTable extends TenantKey, Edited {
  studyUrlId: string
  /** Site of the study; null for the whole study. */
  studySiteId: string | null
  tenantUserId: string | null
  /** Invitation, while it can be accepted. Acceptance replaces it with the tenant's user. */
  invitationId: string | null
  /** Period until the first instant after it; null for no limit. The server deletes the row at its end. */
  accessFrom: Date | null
  accessUntil: Date | null
  /** User who chose the end; null if nobody did. */
  accessUntilBy: string | null
  /** Number of days before the end of the latest reminder. */
  accessReminded: number | null
  /** Since when a required training is missing, without which it does not apply. Only triggers write it. */
  untrainedSince: Date | null
}
