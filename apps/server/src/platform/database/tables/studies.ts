import type { Edited, TenantKey, Text } from './columns.ts'

/** A clinical study of a tenant. What ends in `Id` is an entry of the dictionary. */
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
  /** yyyy-MM-dd; where both are there, the end is after the start. */
  startTime: string | null
  endTime: string | null
  durationTime: Text
  studyStatusId: string | null
  partner: Text
  siteCount: number
  patientCount: number
}

/** A site that takes part in a study, one of those that its tenant has chosen. */
export interface StudySiteTable extends TenantKey, Edited {
  studyId: string
  tenantSiteId: string
  /** Its number in the study. */
  code: string
  nickName: Text
  address: Text
  remark: Text
}

/** A product that a study is run in, at one of its tenant's domains: at most one a study and product. */
export interface StudyUrlTable extends TenantKey, Edited {
  studyId: string
  /** Copy of the domain's product, by which licences are counted. */
  softwareId: string
  tenantUrlId: string
  roleApiRequest: Text
  roleApiResponse: Text
}

/** Users who are authorized in a product for a study: a tenant user or, until it is accepted, an invitation. */
export interface StudyUserTable extends TenantKey, Edited {
  studyUrlId: string
  /** The site of the study; null for the whole study. */
  studySiteId: string | null
  tenantUserId: string | null
  /** Valid while it can be accepted; acceptance replaces it with the tenant's user. */
  invitationId: string | null
}
