// Texts of the areas whose fields the screens show.
export {
  invitationTexts,
  productRefusalTexts,
  studyInvitationTexts,
  studySiteTexts,
  studySoftwareTexts,
  studyTexts,
  studyUserTexts,
  tenantSiteTexts,
  tenantUserTexts,
} from '@atrium/contract'
