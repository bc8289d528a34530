// Texts of the areas whose fields the screens show.
export {
  domainTexts,
  fileTexts,
  jobTexts,
  licenceTexts,
  messageTexts,
  softwareTexts,
  strategyTexts,
} from '@atrium/contract'
