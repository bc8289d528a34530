// The areas whose fields the screens show: their texts come along.
export {
  departmentTexts,
  invitationTexts,
  licenceTexts,
  pinTexts,
  productRefusalTexts,
  releaseTexts,
  studyTexts,
  tenantSiteTexts,
  tenantUserTexts,
} from '@atrium/contract'
