// The areas whose fields the screens show, with their texts.
export {
  dictionaryTexts,
  holidayTexts,
  menuTexts,
  regionTexts,
  releaseTexts,
  roleTexts,
  siteTexts,
  tenantTexts,
  userTexts,
} from '@atrium/contract'
