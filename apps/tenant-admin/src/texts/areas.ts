// Texts of the areas whose fields the screens show.
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
