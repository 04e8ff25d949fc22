import { expect, it } from "vitest";

import { effectOfLine } from "./find-effect.ts";

it.each([
  ["    boat.save!", "writes"],
  ["  await this.db.insert(boats).values({ name })", "writes"],
  ["	return srv.repository.UpdateField(boat, name)", "writes"],
  ["  cursor.execute('INSERT INTO boats VALUES (?)', row)", "writes"],
  ["  boat.destroy", "deletes"],
  ["  boats.destroy_all", "deletes"],
  ["  HarbourMailer.late_mail(boat).deliver_later!", "sends a message"],
  ["  h.mailSrvc.SendMail(mail)", "sends a message"],
  ["  BoatLateJob.perform_async('id' => boat.id)", "puts a job in line"],
  ["  await TideQueue.enqueue({ boat })", "puts a job in line"],
  ["  const found = await fetch(url)", "calls another service"],
  ["  os.WriteFile(path, data, 0o644)", "writes a file"],
  ["  // boat.save! is done elsewhere", null],
  ["  const names = boats.map(nameOf)", null],
  ["  set.add(name)", null],
  ["def send_mail(boat):", null],
  ["  $this->logger->debug('HttpClient: url='.$url);", null],
  ['  log.Info("calls fetch(boat)")', null],
  ["  const help = 'call fetch(url) first'", null],
] as const)("%s", (line, verb) => {
  expect(effectOfLine(line)).toBe(verb);
});
