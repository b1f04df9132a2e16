/**
 * When the worker's periodic tasks run: once an hour or a night at an uncommon minute; payments every minute, and before the mails that wait, because
 * money must not.
 */
export const crontab = [
  '17 * * * * forget-old-traces',
  '23 * * * * forget-card-tries',
  '41 3 * * * forget-old-purchases',
  '47 3 * * * forget-waiting-rooms',
  '11 4 * * * check-ledger',
  '* * * * * reconcile-payments ?max=1&priority=-1',
  '* * * * * send-refunds ?max=1&priority=-1',
  '* * * * * count-stock ?max=1',
  '* * * * * watch-shows ?max=1',
  '* * * * * send-held-mails ?max=1',
].join('\n');
