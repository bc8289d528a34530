export { type RouteName, routeTable } from '@atrium/contract'
export { create as createStore } from 'zustand'
export { useAddressState } from './address.ts'
export { useContractText, useLabels, useLanguage, useTexts } from './i18n/hooks.ts'
export {
  addTexts,
  contractText,
  currentLanguage,
  moduleName,
  retryTexts,
  setLanguage,
  type Text,
  type TextNamespaces,
  textsOf,
  textsOfPage,
  textsSettled,
  withTexts,
} from './i18n/texts.ts'
export {
  type Embedding,
  type MountError,
  type Mounted,
  type MountOptions,
  mountOf,
} from './mount.ts'
export {
  addPageRoot,
  enterPageRoot,
  focusedElement,
  hasAddress,
  isEmbedded,
  isEntered,
  type PageRoot,
  pageScope,
  presentRoot,
} from './page.ts'
export { usePageTitle } from './page-title.ts'
export * from './passwords/index.ts'
export { installProfile, profile, readPageProfile } from './profile.ts'
export * from './router.ts'
export {
  type Go,
  isPublic,
  needsMenu,
  pathOf,
  routeNameAt,
  routePath,
  screens,
  useGo,
  versionPrefix,
  versionPrefixOf,
} from './routes.ts'
export { installScreenLookup, isScreen, type ScreenLookup } from './screen-lookup.ts'
export { renewSessionBy, useSessionEnd } from './session/invalid.ts'
export { chooseLanguage, followLanguage, followLinkLanguage } from './session/language.ts'
export { followOtherTabs, renewSession, replaceReload } from './session/renew.ts'
export { failedSignIns, type LoginType, lastSignIn, returnAddress } from './session/sign-in-memory.ts'
export { openSsoWindow, signInBySso, ssoReturn, takeSsoFailure } from './session/sso.ts'
export { endSession, isSignedIn, keepSelection, startSession, useSession } from './session/store.ts'
export { loadUser, presentUser, signOut, takeReturnAddress, userOfSession } from './session/user.ts'
export { readCookie, writeCookie } from './storage/cookies.ts'
export { encryptedKeys, storageKeys } from './storage/keys.ts'
export { encryptStoredValues } from './storage/stored-values.ts'
export { followTheme, setTheme, type Theme, themes, useTheme } from './theme.ts'
export { type DownloadedFile, download } from './transport/download.ts'
export { Rejection, TransportFailure } from './transport/failures.ts'
export { useOverlay } from './transport/feedback.ts'
export { installNotifier, notifyError, showFrontEndErrors } from './transport/notifier.ts'
export {
  installReasonQuestion,
  noReason,
  type Reason,
  type ReasonProblem,
  type ReasonQuestion,
  reasonProblem,
} from './transport/reason.ts'
export { type SendOptions, send, sendToCtms } from './transport/send.ts'
export {
  installSignatureQuestion,
  type SentSignature,
  type SignatureProblem,
  type SignatureQuestion,
} from './transport/signature.ts'
