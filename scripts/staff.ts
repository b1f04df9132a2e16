import { outsideOf } from './outside.ts';
import { runStaff } from './staff-command.ts';

process.exitCode = await runStaff(process.argv.slice(2), outsideOf('staff'));
