// The areas whose fields the screens show: their texts come along.
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
