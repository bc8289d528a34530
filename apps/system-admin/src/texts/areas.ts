// Texts of the areas whose fields the screens show.
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
