// The areas whose fields the screens show: their texts come along.
export {
  departmentTexts,
  licenceTexts,
  pinTexts,
  releaseTexts,
  studyTexts,
  tenantSiteTexts,
  tenantUserTexts,
} from '@atrium/contract'
