import { expect, test } from 'vitest';
import { turnsIn } from '../../words/look-for.ts';

const diff = `diff --git a/apps/api/src/pay.ts b/apps/api/src/pay.ts
--- a/apps/api/src/pay.ts
+++ b/apps/api/src/pay.ts
@@ -3 +3,2 @@ export const a = 1;
-/** Whoever pays first. */
+/** A buyer who pays first. */
+/** Somebody else's card is told, and whoever asks. */
@@ -40,0 +42 @@
+// Nobody waits.
diff --git a/apps/storefront/app/i18n/en/pay.json b/apps/storefront/app/i18n/en/pay.json
--- a/apps/storefront/app/i18n/en/pay.json
+++ b/apps/storefront/app/i18n/en/pay.json
@@ -1 +1 @@
+  "text": "Somebody else paid."
diff --git a/docs/new.md b/docs/new.md
--- /dev/null
+++ b/docs/new.md
@@ -0,0 +1,2 @@
+A deadlock.
+What is told.
`;

test('what is new in a change and reads strangely is named with file and line; what goes, and texts for readers, are not', () => {
  expect(turnsIn(diff).map(({ file, line, words }) => `${file}:${line} ${words}`)).toEqual([
    'apps/api/src/pay.ts:4 whoever',
    "apps/api/src/pay.ts:4 Somebody else's",
    'apps/api/src/pay.ts:4 is told',
    'apps/api/src/pay.ts:42 Nobody',
    'docs/new.md:2 is told',
  ]);
});
