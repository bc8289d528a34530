import type { KindName } from './names.ts'

/** Fields that contain ids of things, by the kind of thing. */
const references: Readonly<Record<string, KindName>> = {
  tenantId: 'tenant',
  userId: 'app_user',
  userIds: 'app_user',
  actorId: 'app_user',
  invitedBy: 'app_user',
  grantedBy: 'app_user',
  requestedBy: 'app_user',
  decidedBy: 'app_user',
  tenantUserId: 'tenant_user',
  invitationId: 'invitation',
  fromInvitationId: 'invitation',
  roleId: 'role',
  resourceIdList: 'menu',
  typeId: 'dictionary',
  positionId: 'dictionary',
  categoryId: 'dictionary',
  levelId: 'dictionary',
  studyScopeId: 'dictionary',
  productTypeId: 'dictionary',
  researchStageId: 'dictionary',
  researchTypeId: 'dictionary',
  therapeuticAreaId: 'dictionary',
  studyStatusId: 'dictionary',
  countryId: 'area',
  provinceId: 'area',
  cityId: 'area',
  siteId: 'site',
  siteIds: 'study_site',
  studySiteId: 'study_site',
  tenantSiteId: 'tenant_site',
  studyId: 'study',
  studyIds: 'study',
  studyUrlId: 'study_url',
  studyUrlIds: 'study_url',
  softwareId: 'software',
  otherSoftwareId: 'software',
  jobGroup: 'software',
  tenantUrlId: 'tenant_url',
  departmentId: 'department',
  trainingId: 'training',
}

/** Fields that mean something else in an entity; undefined for those that are no ids of Atrium’s things. */
const referencesOfEntity: Readonly<Record<string, KindName | undefined>> = {
  'area.parentId': 'area',
  'department.parentId': 'department',
  'dictionary.categoryId': 'dictionary_category',
  'dictionary.childCode': 'dictionary_category',
  'dictionary.parentId': 'dictionary',
  'invitation.acceptedBy': 'app_user',
  'legal_hold.heldPerson': 'app_user',
  'legal_hold.heldStudy': 'study',
  'legal_hold.heldTenant': 'tenant',
  'legal_hold.placedBy': 'app_user',
  'legal_hold.releasedBy': 'app_user',
  'inspection.closedBy': 'app_user',
  'inspection.openedBy': 'app_user',
  'inspection_look.study': 'study',
  'menu.ids': 'menu',
  'menu.parentId': 'menu',
  // Roles of products.
  'role_conflict.roleId': undefined,
  'training_requirement.roleId': undefined,
  'trail_review.concludedBy': 'app_user',
  'trail_review.reviewers': 'app_user',
  'trail_review_finding.closedBy': 'app_user',
  'trail_review_finding.foundBy': 'app_user',
  'training_evidence.recordedBy': 'app_user',
  'training_evidence.revokedBy': 'app_user',
  'training_override.endedBy': 'app_user',
}

/** Returns the kind of thing whose ids a field contains; undefined if it contains none. */
export function kindIn(entity: string, field: string): KindName | undefined {
  const key = `${entity}.${field}`
  if (Object.hasOwn(referencesOfEntity, key)) return referencesOfEntity[key]
  return Object.hasOwn(references, field) ? references[field] : undefined
}
