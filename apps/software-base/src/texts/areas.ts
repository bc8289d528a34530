// The areas whose fields the screens show: their texts come along.
export {
  domainTexts,
  fileTexts,
  jobTexts,
  licenceTexts,
  messageTexts,
  softwareTexts,
  strategyTexts,
} from '@atrium/contract'
