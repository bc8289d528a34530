import type { Migration } from 'kysely/migration'
import * as regions from './0001-regions.ts'
import * as tenants from './0002-tenants.ts'
import * as dictionaries from './0003-dictionaries.ts'
import * as roles from './0004-roles.ts'
import * as users from './0005-users.ts'
import * as signIn from './0006-sign-in.ts'
import * as audit from './0007-audit.ts'
import * as search from './0008-search.ts'
import * as productData from './0009-product-data.ts'
import * as callers from './0010-callers.ts'
import * as messages from './0011-messages.ts'
import * as oneTimeCodes from './0012-codes.ts'
import * as software from './0013-software.ts'
import * as invitations from './0014-invitations.ts'
import * as userList from './0015-user-list.ts'
import * as sites from './0016-sites.ts'
import * as holidays from './0017-holidays.ts'
import * as rolesAndMenus from './0018-roles-and-menus.ts'
import * as regionNames from './0021-region-names.ts'
import * as auditTrust from './0022-audit-trust.ts'
import * as sessionEnds from './0023-session-ends.ts'
import * as contactChanges from './0024-contact-changes.ts'
import * as passwordNonces from './0025-password-nonces.ts'
import * as failuresByAddress from './0026-failures-by-address.ts'
import * as messageQueue from './0027-message-queue.ts'
import * as reach from './0029-reach.ts'
import * as spendNonces from './0030-spend-nonces.ts'
import * as clearFailures from './0031-clear-failures.ts'
import * as phoneKeys from './0032-phone-keys.ts'
import * as userNameLooks from './0033-user-name-looks.ts'
import * as siteNames from './0034-site-names.ts'
import * as nameOrder from './0035-name-order.ts'
import * as roleDescriptions from './0036-role-descriptions.ts'
import * as findSession from './0038-find-session.ts'
import * as softwareKeys from './0040-software-keys.ts'
import * as tenantDomains from './0041-tenant-domains.ts'
import * as productCalls from './0042-product-calls.ts'
import * as tenantLicences from './0044-tenant-licences.ts'
import * as studies from './0045-studies.ts'
import * as validityOfNow from './0046-validity-of-now.ts'
import * as messageLists from './0047-message-lists.ts'
import * as files from './0048-files.ts'
import * as jobs from './0050-jobs.ts'
import * as messageRetention from './0051-message-retention.ts'
import * as tenantUserLists from './0052-tenant-user-lists.ts'
import * as reachInTenants from './0054-reach-in-tenants.ts'
import * as tenantSites from './0056-tenant-sites.ts'
import * as studyLists from './0058-study-lists.ts'
import * as studySites from './0059-study-sites.ts'
import * as departments from './0060-departments.ts'
import * as tenantPins from './0062-tenant-pins.ts'
import * as unknownRuns from './0064-unknown-runs.ts'
import * as studySiteLists from './0066-study-site-lists.ts'
import * as domainApi from './0070-domain-api.ts'
import * as productAuthorizations from './0072-product-authorizations.ts'
import * as handOvers from './0074-hand-overs.ts'
import * as studyUserLookups from './0077-study-user-lookups.ts'
import * as handOverSessions from './0078-hand-over-sessions.ts'
import * as releases from './0080-releases.ts'
import * as releaseReports from './0081-release-reports.ts'
import * as moduleOverrides from './0085-module-overrides.ts'
import * as migrationChecksums from './0086-migration-checksums.ts'
import * as operations from './0089-operations.ts'
import * as byteOrderIndexes from './0091-byte-order-indexes.ts'
import * as byteOrder from './0092-byte-order.ts'
import * as firstPartitions from './0093-first-partitions.ts'
import * as partitions from './0094-partitions.ts'
import * as attemptsOfMessages from './0095-attempts-of-messages.ts'
import * as partitionsAhead from './0096-partitions-ahead.ts'
import * as largeTables from './0097-large-tables.ts'
import * as randomKeys from './0098-random-keys.ts'
import * as sessionWrites from './0099-session-writes.ts'
import * as newestBatch from './0100-newest-batch.ts'
import * as tenantRuns from './0101-tenant-runs.ts'
import * as tenantRunIndexes from './0102-tenant-run-indexes.ts'
import * as searchByTenant from './0103-search-by-tenant.ts'
import * as searchesWithoutTenant from './0104-searches-without-tenant.ts'
import * as definers from './0105-definers.ts'
import * as qualifiedTrail from './0106-qualified-trail.ts'
import * as qualifiedSessions from './0107-qualified-sessions.ts'
import * as verifiedPhones from './0110-verified-phones.ts'
import * as verifiedContactIndexes from './0111-verified-contact-indexes.ts'
import * as contactsOfSeveral from './0112-contacts-of-several.ts'
import * as visibleNames from './0113-visible-names.ts'
import * as invitationList from './0115-invitation-list.ts'
import * as invitationIndexes from './0116-invitation-indexes.ts'
import * as addedBy from './0120-added-by.ts'
import * as invitedAccounts from './0121-invited-accounts.ts'
import * as releaseAlarms from './0122-release-alarms.ts'
import * as handOverAddresses from './0125-hand-over-addresses.ts'
import * as grantors from './0126-grantors.ts'
import * as englishNames from './0127-english-names.ts'
import * as englishFullNames from './0128-english-full-names.ts'
import * as productRefusals from './0129-product-refusals.ts'
import * as productRefusalIndexes from './0130-product-refusal-indexes.ts'
import * as formerLinks from './0134-former-links.ts'
import * as formerLinkIndex from './0135-former-link-index.ts'
import * as foldedText from './0137-folded-text.ts'
import * as foldedIndexes from './0138-folded-indexes.ts'
import * as foldedKeys from './0140-folded-keys.ts'
import * as unfoldedIndexes from './0141-unfolded-indexes.ts'
import * as foldedMessages from './0142-folded-messages.ts'
import * as messageSearches from './0143-message-searches.ts'
import * as unreleasedVersions from './0144-unreleased-versions.ts'
import * as searchEstimate from './0145-search-estimate.ts'
import * as productAccess from './0146-product-access.ts'
import * as replacedAuthorizations from './0147-replaced-authorizations.ts'
import * as accessRemovals from './0148-access-removals.ts'
import * as unblinding from './0149-unblinding.ts'
import * as roleConflicts from './0150-role-conflicts.ts'
import * as accessPeriods from './0151-access-periods.ts'
import * as accessPeriodIndexes from './0152-access-period-indexes.ts'
import * as auditContext from './0153-audit-context.ts'
import * as auditSearches from './0154-audit-searches.ts'
import * as wholeAuditSearches from './0155-whole-audit-searches.ts'
import * as changeReasons from './0156-change-reasons.ts'
import * as accessImages from './0160-access-images.ts'
import * as accessImageIndex from './0161-access-image-index.ts'
import * as wholeAccessImageIndex from './0162-whole-access-image-index.ts'
import * as accessBaseline from './0163-access-baseline.ts'
import * as signatures from './0170-signatures.ts'
import * as accessReviews from './0180-access-reviews.ts'
import * as signedResults from './0181-signed-results.ts'
import * as trailReviews from './0210-trail-reviews.ts'
import * as explainedRights from './0220-explained-rights.ts'
import * as accessRequests from './0230-access-requests.ts'
import * as trainings from './0240-trainings.ts'
import * as privacy from './0250-privacy.ts'
import * as inspections from './0260-inspections.ts'
import * as notifiedPeople from './0270-notified-people.ts'
import * as tenantStudyIndex from './0280-tenant-study-index.ts'
import * as tenantTrail from './0281-tenant-trail.ts'
import * as openIdClients from './0282-openid-clients.ts'
import * as openIdProvider from './0283-openid-provider.ts'
import * as signInMethods from './0285-sign-in-methods.ts'

/** A migration and its declarations. */
export interface SchemaMigration extends Migration {
  /**
   * False if one of its statements cannot run in a transaction. The migration must then work again after it failed
   * halfway.
   */
  readonly inTransaction?: false
  /**
   * Present if the migration removes something that an earlier version used: why that is safe, and the migration that
   * a version must know to run on the resulting schema.
   */
  readonly contract?: { readonly reason: string; readonly needs: string }
}

/**
 * All migrations by name, in the order of their names. A migration that has landed is never edited, and the previous
 * version must be able to run on its result. New databases are created from `../schema` instead.
 */
export const migrations: Record<string, SchemaMigration> = {
  '0001-regions': regions,
  '0002-tenants': tenants,
  '0003-dictionaries': dictionaries,
  '0004-roles': roles,
  '0005-users': users,
  '0006-sign-in': signIn,
  '0007-audit': audit,
  '0008-search': search,
  '0009-product-data': productData,
  '0010-callers': callers,
  '0011-messages': messages,
  '0012-codes': oneTimeCodes,
  '0013-software': software,
  '0014-invitations': invitations,
  '0015-user-list': userList,
  '0016-sites': sites,
  '0017-holidays': holidays,
  '0018-roles-and-menus': rolesAndMenus,
  '0021-region-names': regionNames,
  '0022-audit-trust': auditTrust,
  '0023-session-ends': sessionEnds,
  '0024-contact-changes': contactChanges,
  '0025-password-nonces': passwordNonces,
  '0026-failures-by-address': failuresByAddress,
  '0027-message-queue': messageQueue,
  '0029-reach': reach,
  '0030-spend-nonces': spendNonces,
  '0031-clear-failures': clearFailures,
  '0032-phone-keys': phoneKeys,
  '0033-user-name-looks': userNameLooks,
  '0034-site-names': siteNames,
  '0035-name-order': nameOrder,
  '0036-role-descriptions': roleDescriptions,
  '0038-find-session': findSession,
  '0040-software-keys': softwareKeys,
  '0041-tenant-domains': tenantDomains,
  '0042-product-calls': productCalls,
  '0044-tenant-licences': tenantLicences,
  '0045-studies': studies,
  '0046-validity-of-now': validityOfNow,
  '0047-message-lists': messageLists,
  '0048-files': files,
  '0050-jobs': jobs,
  '0051-message-retention': messageRetention,
  '0052-tenant-user-lists': tenantUserLists,
  '0054-reach-in-tenants': reachInTenants,
  '0056-tenant-sites': tenantSites,
  '0058-study-lists': studyLists,
  '0059-study-sites': studySites,
  '0060-departments': departments,
  '0062-tenant-pins': tenantPins,
  '0064-unknown-runs': unknownRuns,
  '0066-study-site-lists': studySiteLists,
  '0070-domain-api': domainApi,
  '0072-product-authorizations': productAuthorizations,
  '0074-hand-overs': handOvers,
  '0077-study-user-lookups': studyUserLookups,
  '0078-hand-over-sessions': handOverSessions,
  '0080-releases': releases,
  '0081-release-reports': releaseReports,
  '0085-module-overrides': moduleOverrides,
  '0086-migration-checksums': migrationChecksums,
  '0089-operations': operations,
  '0091-byte-order-indexes': byteOrderIndexes,
  '0092-byte-order': byteOrder,
  '0093-first-partitions': firstPartitions,
  '0094-partitions': partitions,
  '0095-attempts-of-messages': attemptsOfMessages,
  '0096-partitions-ahead': partitionsAhead,
  '0097-large-tables': largeTables,
  '0098-random-keys': randomKeys,
  '0099-session-writes': sessionWrites,
  '0100-newest-batch': newestBatch,
  '0101-tenant-runs': tenantRuns,
  '0102-tenant-run-indexes': tenantRunIndexes,
  '0103-search-by-tenant': searchByTenant,
  '0104-searches-without-tenant': searchesWithoutTenant,
  '0105-definers': definers,
  '0106-qualified-trail': qualifiedTrail,
  '0107-qualified-sessions': qualifiedSessions,
  '0110-verified-phones': verifiedPhones,
  '0111-verified-contact-indexes': verifiedContactIndexes,
  '0112-contacts-of-several': contactsOfSeveral,
  '0113-visible-names': visibleNames,
  '0115-invitation-list': invitationList,
  '0116-invitation-indexes': invitationIndexes,
  '0120-added-by': addedBy,
  '0121-invited-accounts': invitedAccounts,
  '0122-release-alarms': releaseAlarms,
  '0125-hand-over-addresses': handOverAddresses,
  '0126-grantors': grantors,
  '0127-english-names': englishNames,
  '0128-english-full-names': englishFullNames,
  '0129-product-refusals': productRefusals,
  '0130-product-refusal-indexes': productRefusalIndexes,
  '0134-former-links': formerLinks,
  '0135-former-link-index': formerLinkIndex,
  '0137-folded-text': foldedText,
  '0138-folded-indexes': foldedIndexes,
  '0140-folded-keys': foldedKeys,
  '0141-unfolded-indexes': unfoldedIndexes,
  '0142-folded-messages': foldedMessages,
  '0143-message-searches': messageSearches,
  '0144-unreleased-versions': unreleasedVersions,
  '0145-search-estimate': searchEstimate,
  '0146-product-access': productAccess,
  '0147-replaced-authorizations': replacedAuthorizations,
  '0148-access-removals': accessRemovals,
  '0149-unblinding': unblinding,
  '0150-role-conflicts': roleConflicts,
  '0151-access-periods': accessPeriods,
  '0152-access-period-indexes': accessPeriodIndexes,
  '0153-audit-context': auditContext,
  '0154-audit-searches': auditSearches,
  '0155-whole-audit-searches': wholeAuditSearches,
  '0156-change-reasons': changeReasons,
  '0160-access-images': accessImages,
  '0161-access-image-index': accessImageIndex,
  '0162-whole-access-image-index': wholeAccessImageIndex,
  '0163-access-baseline': accessBaseline,
  '0170-signatures': signatures,
  '0180-access-reviews': accessReviews,
  '0181-signed-results': signedResults,
  '0210-trail-reviews': trailReviews,
  '0220-explained-rights': explainedRights,
  '0230-access-requests': accessRequests,
  '0240-trainings': trainings,
  '0250-privacy': privacy,
  '0260-inspections': inspections,
  '0270-notified-people': notifiedPeople,
  '0280-tenant-study-index': tenantStudyIndex,
  '0281-tenant-trail': tenantTrail,
  '0282-openid-clients': openIdClients,
  '0283-openid-provider': openIdProvider,
  '0285-sign-in-methods': signInMethods,
}
