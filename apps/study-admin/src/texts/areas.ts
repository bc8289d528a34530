// The areas whose fields the screens show: their texts come along.
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
