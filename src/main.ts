#!/usr/bin/env node
import { createProgram } from './cli/program.ts';

await createProgram(process.env).parseAsync(process.argv);
