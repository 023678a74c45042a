BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE facts (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_facts PRIMARY KEY (name)
)
 WITHOUT ROWID

;
CREATE TABLE log (
	table_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	command_id TEXT NOT NULL, 
	action TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	thought TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (table_id, version), 
	CONSTRAINT ck_log_version CHECK (version >= 1), 
	CONSTRAINT fk_log_tables FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_log_command_id UNIQUE (command_id)
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES(1,1,'begin:1','deal 5CTC4D5DQD9HTHJHKH4S7S9STS/6C8C9CAC6DKD3H4H5HAH2S8SKS/3C7CQCKC3D9DTDAD6H7H6SQSAS/2C4CJC2D7D8DJD2H8HQH3S5SJS',1767225601000000,'');
INSERT INTO "log" VALUES(1,2,'1:2','bid 0 2',1767225602000000,'');
INSERT INTO "log" VALUES(1,3,'1:3','bid 1 3',1767225603000000,'');
INSERT INTO "log" VALUES(1,4,'1:4','bid 2 4',1767225604000000,'');
INSERT INTO "log" VALUES(1,5,'1:5','bid 3 nil',1767225605000000,'');
INSERT INTO "log" VALUES(1,6,'1:6','play 0 4D',1767225606000000,'');
INSERT INTO "log" VALUES(1,7,'1:7','play 1 KD',1767225607000000,'');
INSERT INTO "log" VALUES(1,8,'1:8','play 2 TD',1767225608000000,'');
INSERT INTO "log" VALUES(1,9,'1:9','play 3 JD',1767225609000000,'');
INSERT INTO "log" VALUES(1,10,'1:10','play 1 6C',1767225610000000,'');
INSERT INTO "log" VALUES(1,11,'1:11','play 2 3C',1767225611000000,'');
INSERT INTO "log" VALUES(1,12,'1:12','play 3 4C',1767225612000000,'');
INSERT INTO "log" VALUES(1,13,'1:13','play 0 TC',1767225613000000,'');
INSERT INTO "log" VALUES(1,14,'1:14','play 0 5D',1767225614000000,'');
INSERT INTO "log" VALUES(1,15,'1:15','play 1 6D',1767225615000000,'');
INSERT INTO "log" VALUES(1,16,'1:16','play 2 3D',1767225616000000,'');
INSERT INTO "log" VALUES(1,17,'1:17','play 3 2D',1767225617000000,'');
INSERT INTO "log" VALUES(1,18,'1:18','play 1 AH',1767225618000000,'');
INSERT INTO "log" VALUES(1,19,'1:19','play 2 6H',1767225619000000,'');
INSERT INTO "log" VALUES(1,20,'1:20','play 3 QH',1767225620000000,'');
INSERT INTO "log" VALUES(1,21,'1:21','play 0 KH',1767225621000000,'');
INSERT INTO "log" VALUES(1,22,'1:22','play 1 AC',1767225622000000,'');
INSERT INTO "log" VALUES(1,23,'1:23','play 2 KC',1767225623000000,'');
INSERT INTO "log" VALUES(1,24,'1:24','play 3 JC',1767225624000000,'');
INSERT INTO "log" VALUES(1,25,'1:25','play 0 5C',1767225625000000,'');
INSERT INTO "log" VALUES(1,26,'1:26','play 1 9C',1767225626000000,'');
INSERT INTO "log" VALUES(1,27,'1:27','play 2 7C',1767225627000000,'');
INSERT INTO "log" VALUES(1,28,'1:28','play 3 2C',1767225628000000,'');
INSERT INTO "log" VALUES(1,29,'1:29','play 0 4S',1767225629000000,'');
INSERT INTO "log" VALUES(1,30,'1:30','play 0 9H',1767225630000000,'');
INSERT INTO "log" VALUES(1,31,'1:31','play 1 5H',1767225631000000,'');
INSERT INTO "log" VALUES(1,32,'1:32','play 2 7H',1767225632000000,'');
INSERT INTO "log" VALUES(1,33,'1:33','play 3 8H',1767225633000000,'');
INSERT INTO "log" VALUES(1,34,'1:34','play 0 TH',1767225634000000,'');
INSERT INTO "log" VALUES(1,35,'1:35','play 1 4H',1767225635000000,'');
INSERT INTO "log" VALUES(1,36,'1:36','play 2 AD',1767225636000000,'');
INSERT INTO "log" VALUES(1,37,'1:37','play 3 2H',1767225637000000,'');
INSERT INTO "log" VALUES(1,38,'1:38','play 0 JH',1767225638000000,'');
INSERT INTO "log" VALUES(1,39,'1:39','play 1 3H',1767225639000000,'');
INSERT INTO "log" VALUES(1,40,'1:40','play 2 QC',1767225640000000,'');
INSERT INTO "log" VALUES(1,41,'1:41','play 3 8D',1767225641000000,'');
INSERT INTO "log" VALUES(1,42,'1:42','play 0 QD',1767225642000000,'');
INSERT INTO "log" VALUES(1,43,'1:43','play 1 KS',1767225643000000,'');
INSERT INTO "log" VALUES(1,44,'1:44','play 2 9D',1767225644000000,'');
INSERT INTO "log" VALUES(1,45,'1:45','play 3 7D',1767225645000000,'');
INSERT INTO "log" VALUES(1,46,'1:46','play 1 8C',1767225646000000,'');
INSERT INTO "log" VALUES(1,47,'1:47','play 2 6S',1767225647000000,'');
INSERT INTO "log" VALUES(1,48,'1:48','play 3 5S',1767225648000000,'');
INSERT INTO "log" VALUES(1,49,'1:49','play 0 7S',1767225649000000,'');
INSERT INTO "log" VALUES(1,50,'1:50','play 0 9S',1767225650000000,'');
INSERT INTO "log" VALUES(1,51,'1:51','play 1 8S',1767225651000000,'');
INSERT INTO "log" VALUES(1,52,'1:52','play 2 QS',1767225652000000,'');
INSERT INTO "log" VALUES(1,53,'1:53','play 3 JS',1767225653000000,'');
INSERT INTO "log" VALUES(1,54,'1:54','play 2 AS',1767225654000000,'');
INSERT INTO "log" VALUES(1,55,'1:55','play 3 3S',1767225655000000,'');
INSERT INTO "log" VALUES(1,56,'1:56','play 0 TS',1767225656000000,'');
INSERT INTO "log" VALUES(1,57,'1:57','play 1 2S',1767225657000000,'');
INSERT INTO "log" VALUES(2,1,'begin:2','deal 8C3D7D2H5H6H7HJHKH3S4S5SQS/2C4C9C2DTDKD3H8H9HTHQH6SKS/3C5CTCKC6D8DJDAD4H8STSJSAS/6C7CJCQCAC4D5D9DQDAH2S7S9S',1767225658000000,'');
INSERT INTO "log" VALUES(2,2,'2:2','bid 2 5',1767225659000000,'');
INSERT INTO "log" VALUES(2,3,'2:3','bid 3 3',1767225660000000,'');
INSERT INTO "log" VALUES(2,4,'2:4','bid 0 2',1767225661000000,'');
INSERT INTO "log" VALUES(2,5,'2:5','bid 1 2',1767225662000000,'');
INSERT INTO "log" VALUES(2,6,'2:6','play 2 AD',1767225663000000,'');
INSERT INTO "log" VALUES(2,7,'2:7','play 3 4D',1767225664000000,'');
INSERT INTO "log" VALUES(2,8,'2:8','play 0 3D',1767225665000000,'');
INSERT INTO "log" VALUES(2,9,'2:9','play 1 2D',1767225666000000,'');
INSERT INTO "log" VALUES(2,10,'2:10','play 2 3C',1767225667000000,'');
INSERT INTO "log" VALUES(2,11,'2:11','play 3 7C',1767225668000000,'');
INSERT INTO "log" VALUES(2,12,'2:12','play 0 8C',1767225669000000,'');
INSERT INTO "log" VALUES(2,13,'2:13','play 1 9C',1767225670000000,'');
INSERT INTO "log" VALUES(2,14,'2:14','play 1 KD',1767225671000000,'');
INSERT INTO "log" VALUES(2,15,'2:15','play 2 6D',1767225672000000,'');
INSERT INTO "log" VALUES(2,16,'2:16','play 3 5D',1767225673000000,'');
INSERT INTO "log" VALUES(2,17,'2:17','play 0 7D',1767225674000000,'');
INSERT INTO "log" VALUES(2,18,'2:18','play 1 2C',1767225675000000,'');
INSERT INTO "log" VALUES(2,19,'2:19','play 2 5C',1767225676000000,'');
INSERT INTO "log" VALUES(2,20,'2:20','play 3 AC',1767225677000000,'');
INSERT INTO "log" VALUES(2,21,'2:21','play 0 3S',1767225678000000,'');
INSERT INTO "log" VALUES(2,22,'2:22','play 0 2H',1767225679000000,'');
INSERT INTO "log" VALUES(2,23,'2:23','play 1 3H',1767225680000000,'');
INSERT INTO "log" VALUES(2,24,'2:24','play 2 4H',1767225681000000,'');
INSERT INTO "log" VALUES(2,25,'2:25','play 3 AH',1767225682000000,'');
INSERT INTO "log" VALUES(2,26,'2:26','play 3 QD',1767225683000000,'');
INSERT INTO "log" VALUES(2,27,'2:27','play 0 4S',1767225684000000,'');
INSERT INTO "log" VALUES(2,28,'2:28','play 1 TD',1767225685000000,'');
INSERT INTO "log" VALUES(2,29,'2:29','play 2 8D',1767225686000000,'');
INSERT INTO "log" VALUES(2,30,'2:30','play 0 5H',1767225687000000,'');
INSERT INTO "log" VALUES(2,31,'2:31','play 1 8H',1767225688000000,'');
INSERT INTO "log" VALUES(2,32,'2:32','play 2 8S',1767225689000000,'');
INSERT INTO "log" VALUES(2,33,'2:33','play 3 9S',1767225690000000,'');
INSERT INTO "log" VALUES(2,34,'2:34','play 3 6C',1767225691000000,'');
INSERT INTO "log" VALUES(2,35,'2:35','play 0 KH',1767225692000000,'');
INSERT INTO "log" VALUES(2,36,'2:36','play 1 4C',1767225693000000,'');
INSERT INTO "log" VALUES(2,37,'2:37','play 2 TC',1767225694000000,'');
INSERT INTO "log" VALUES(2,38,'2:38','play 2 KC',1767225695000000,'');
INSERT INTO "log" VALUES(2,39,'2:39','play 3 JC',1767225696000000,'');
INSERT INTO "log" VALUES(2,40,'2:40','play 0 JH',1767225697000000,'');
INSERT INTO "log" VALUES(2,41,'2:41','play 1 QH',1767225698000000,'');
INSERT INTO "log" VALUES(2,42,'2:42','play 2 JD',1767225699000000,'');
INSERT INTO "log" VALUES(2,43,'2:43','play 3 9D',1767225700000000,'');
INSERT INTO "log" VALUES(2,44,'2:44','play 0 7H',1767225701000000,'');
INSERT INTO "log" VALUES(2,45,'2:45','play 1 TH',1767225702000000,'');
INSERT INTO "log" VALUES(2,46,'2:46','play 2 AS',1767225703000000,'');
INSERT INTO "log" VALUES(2,47,'2:47','play 3 2S',1767225704000000,'');
INSERT INTO "log" VALUES(2,48,'2:48','play 0 QS',1767225705000000,'');
INSERT INTO "log" VALUES(2,49,'2:49','play 1 KS',1767225706000000,'');
INSERT INTO "log" VALUES(2,50,'2:50','play 2 TS',1767225707000000,'');
INSERT INTO "log" VALUES(2,51,'2:51','play 3 7S',1767225708000000,'');
INSERT INTO "log" VALUES(2,52,'2:52','play 0 5S',1767225709000000,'');
INSERT INTO "log" VALUES(2,53,'2:53','play 1 6S',1767225710000000,'');
INSERT INTO "log" VALUES(2,54,'2:54','play 2 JS',1767225711000000,'');
INSERT INTO "log" VALUES(2,55,'2:55','play 3 QC',1767225712000000,'');
INSERT INTO "log" VALUES(2,56,'2:56','play 0 6H',1767225713000000,'');
INSERT INTO "log" VALUES(2,57,'2:57','play 1 9H',1767225714000000,'');
INSERT INTO "log" VALUES(3,1,'begin:3','deal 6C8CJC2D3D4DQDKDKH3S4SJSAS/3C4C6D7D8D9DTD3HTH2S6S7STS/7C9C5DJDAD2H6H9HJHQHAH5S8S/2C5CTCQCKCAC4H5H7H8H9SQSKS',1767225715000000,'');
INSERT INTO "log" VALUES(3,2,'3:2','bid 0 4',1767225716000000,'');
INSERT INTO "log" VALUES(3,3,'3:3','bid 1 1',1767225717000000,'');
INSERT INTO "log" VALUES(3,4,'3:4','bid 2 2',1767225718000000,'');
INSERT INTO "log" VALUES(3,5,'3:5','bid 3 3',1767225719000000,'');
INSERT INTO "log" VALUES(3,6,'3:6','play 0 2D',1767225720000000,'');
INSERT INTO "log" VALUES(3,7,'3:7','play 1 6D',1767225721000000,'');
INSERT INTO "log" VALUES(3,8,'3:8','play 2 JD',1767225722000000,'');
INSERT INTO "log" VALUES(3,9,'3:9','play 3 9S',1767225723000000,'');
INSERT INTO "log" VALUES(3,10,'3:10','play 3 QC',1767225724000000,'');
INSERT INTO "log" VALUES(3,11,'3:11','play 0 6C',1767225725000000,'');
INSERT INTO "log" VALUES(3,12,'3:12','play 1 3C',1767225726000000,'');
INSERT INTO "log" VALUES(3,13,'3:13','play 2 7C',1767225727000000,'');
INSERT INTO "log" VALUES(3,14,'3:14','play 3 KC',1767225728000000,'');
INSERT INTO "log" VALUES(3,15,'3:15','play 0 8C',1767225729000000,'');
INSERT INTO "log" VALUES(3,16,'3:16','play 1 4C',1767225730000000,'');
INSERT INTO "log" VALUES(3,17,'3:17','play 2 9C',1767225731000000,'');
INSERT INTO "log" VALUES(3,18,'3:18','play 3 AC',1767225732000000,'');
INSERT INTO "log" VALUES(3,19,'3:19','play 0 JC',1767225733000000,'');
INSERT INTO "log" VALUES(3,20,'3:20','play 1 3H',1767225734000000,'');
INSERT INTO "log" VALUES(3,21,'3:21','play 2 5S',1767225735000000,'');
INSERT INTO "log" VALUES(3,22,'3:22','play 2 AH',1767225736000000,'');
INSERT INTO "log" VALUES(3,23,'3:23','play 3 4H',1767225737000000,'');
INSERT INTO "log" VALUES(3,24,'3:24','play 0 KH',1767225738000000,'');
INSERT INTO "log" VALUES(3,25,'3:25','play 1 TH',1767225739000000,'');
INSERT INTO "log" VALUES(3,26,'3:26','play 2 JH',1767225740000000,'');
INSERT INTO "log" VALUES(3,27,'3:27','play 3 5H',1767225741000000,'');
INSERT INTO "log" VALUES(3,28,'3:28','play 0 3D',1767225742000000,'');
INSERT INTO "log" VALUES(3,29,'3:29','play 1 2S',1767225743000000,'');
INSERT INTO "log" VALUES(3,30,'3:30','play 1 7D',1767225744000000,'');
INSERT INTO "log" VALUES(3,31,'3:31','play 2 AD',1767225745000000,'');
INSERT INTO "log" VALUES(3,32,'3:32','play 3 TC',1767225746000000,'');
INSERT INTO "log" VALUES(3,33,'3:33','play 0 4D',1767225747000000,'');
INSERT INTO "log" VALUES(3,34,'3:34','play 2 QH',1767225748000000,'');
INSERT INTO "log" VALUES(3,35,'3:35','play 3 8H',1767225749000000,'');
INSERT INTO "log" VALUES(3,36,'3:36','play 0 QD',1767225750000000,'');
INSERT INTO "log" VALUES(3,37,'3:37','play 1 TD',1767225751000000,'');
INSERT INTO "log" VALUES(3,38,'3:38','play 2 9H',1767225752000000,'');
INSERT INTO "log" VALUES(3,39,'3:39','play 3 7H',1767225753000000,'');
INSERT INTO "log" VALUES(3,40,'3:40','play 0 KD',1767225754000000,'');
INSERT INTO "log" VALUES(3,41,'3:41','play 1 9D',1767225755000000,'');
INSERT INTO "log" VALUES(3,42,'3:42','play 2 6H',1767225756000000,'');
INSERT INTO "log" VALUES(3,43,'3:43','play 3 QS',1767225757000000,'');
INSERT INTO "log" VALUES(3,44,'3:44','play 0 AS',1767225758000000,'');
INSERT INTO "log" VALUES(3,45,'3:45','play 1 TS',1767225759000000,'');
INSERT INTO "log" VALUES(3,46,'3:46','play 0 3S',1767225760000000,'');
INSERT INTO "log" VALUES(3,47,'3:47','play 1 6S',1767225761000000,'');
INSERT INTO "log" VALUES(3,48,'3:48','play 2 8S',1767225762000000,'');
INSERT INTO "log" VALUES(3,49,'3:49','play 3 KS',1767225763000000,'');
INSERT INTO "log" VALUES(3,50,'3:50','play 3 2C',1767225764000000,'');
INSERT INTO "log" VALUES(3,51,'3:51','play 0 4S',1767225765000000,'');
INSERT INTO "log" VALUES(3,52,'3:52','play 1 8D',1767225766000000,'');
INSERT INTO "log" VALUES(3,53,'3:53','play 2 5D',1767225767000000,'');
INSERT INTO "log" VALUES(3,54,'3:54','play 0 JS',1767225768000000,'');
INSERT INTO "log" VALUES(3,55,'3:55','play 1 7S',1767225769000000,'');
INSERT INTO "log" VALUES(3,56,'3:56','play 2 2H',1767225770000000,'');
INSERT INTO "log" VALUES(3,57,'3:57','play 3 5C',1767225771000000,'');
INSERT INTO "log" VALUES(3,58,'3:58','deal 8C3D4D6DJDAD2HQHKHAH2STSQS/4C6CQCTDQD3H5H7HTH5S9SJSAS/2C3C5C9CJCKCAC2D5D8D8HJH6S/7CTC7D9DKD4H6H9H3S4S7S8SKS',1767225772000000,'');
INSERT INTO "log" VALUES(3,59,'3:59','bid 1 3',1767225773000000,'');
INSERT INTO "log" VALUES(3,60,'3:60','bid 2 1',1767225774000000,'');
INSERT INTO "log" VALUES(3,61,'3:61','bid 3 3',1767225775000000,'');
INSERT INTO "log" VALUES(3,62,'3:62','bid 0 4',1767225776000000,'');
INSERT INTO "log" VALUES(3,63,'3:63','play 1 3H',1767225777000000,'');
INSERT INTO "log" VALUES(3,64,'3:64','play 2 8H',1767225778000000,'');
INSERT INTO "log" VALUES(3,65,'3:65','play 3 9H',1767225779000000,'');
INSERT INTO "log" VALUES(3,66,'3:66','play 0 QH',1767225780000000,'');
INSERT INTO "log" VALUES(3,67,'3:67','play 0 AD',1767225781000000,'');
INSERT INTO "log" VALUES(3,68,'3:68','play 1 TD',1767225782000000,'');
INSERT INTO "log" VALUES(3,69,'3:69','play 2 2D',1767225783000000,'');
INSERT INTO "log" VALUES(3,70,'3:70','play 3 7D',1767225784000000,'');
INSERT INTO "log" VALUES(3,71,'3:71','play 0 AH',1767225785000000,'');
CREATE TABLE preferences (
	kind TEXT NOT NULL, 
	owner BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (kind, owner)
)
 WITHOUT ROWID

;
INSERT INTO "preferences" VALUES('person',100000000011111111,'{"four_color":true,"order":"high_first","confirm":false,"hints":true,"pings":true,"text_only":false,"language":null}');
CREATE TABLE prompts (
	message_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	CONSTRAINT pk_prompts PRIMARY KEY (message_id)
)
 WITHOUT ROWID

;
CREATE TABLE results (
	table_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	winner INTEGER NOT NULL, 
	places TEXT, 
	tallies TEXT NOT NULL, 
	rounds INTEGER NOT NULL, 
	finished_at BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (table_id), 
	CONSTRAINT ck_results_winner CHECK (winner BETWEEN 0 AND 3), 
	CONSTRAINT ck_results_rounds CHECK (rounds >= 1), 
	CONSTRAINT fk_results_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "results" VALUES(1,900000000000000001,1,NULL,'[[62, 2], [132, 2]]',1,1767225657000000);
INSERT INTO "results" VALUES(2,900000000000000001,2,'[2, 2, 1, 4]','[[20, 0], [20, 0], [52, 2], [-30, 0]]',1,1767225714000000);
CREATE TABLE round_seats (
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	bid INTEGER, 
	blind BOOLEAN NOT NULL, 
	taken INTEGER NOT NULL, 
	CONSTRAINT pk_round_seats PRIMARY KEY (table_id, number, seat), 
	CONSTRAINT ck_round_seats_number CHECK (number >= 1), 
	CONSTRAINT ck_round_seats_seat CHECK (seat BETWEEN 0 AND 3), 
	CONSTRAINT fk_round_seats_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "round_seats" VALUES(1,1,0,100000000011111111,2,0,6);
INSERT INTO "round_seats" VALUES(1,1,1,100000000022222222,3,0,5);
INSERT INTO "round_seats" VALUES(1,1,2,100000000033333333,4,0,2);
INSERT INTO "round_seats" VALUES(1,1,3,100000000044444444,0,0,0);
INSERT INTO "round_seats" VALUES(2,1,0,100000000011111111,2,0,2);
INSERT INTO "round_seats" VALUES(2,1,1,100000000022222222,2,0,2);
INSERT INTO "round_seats" VALUES(2,1,2,100000000033333333,5,0,7);
INSERT INTO "round_seats" VALUES(2,1,3,100000000044444444,3,0,2);
INSERT INTO "round_seats" VALUES(3,1,0,100000000022222222,4,0,3);
INSERT INTO "round_seats" VALUES(3,1,1,100000000033333333,1,0,1);
INSERT INTO "round_seats" VALUES(3,1,2,100000000044444444,2,0,5);
INSERT INTO "round_seats" VALUES(3,1,3,NULL,3,0,4);
CREATE TABLE rounds (
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	contract INTEGER, 
	taken INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	bags INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	bags_left INTEGER NOT NULL, 
	CONSTRAINT pk_rounds PRIMARY KEY (table_id, number, side), 
	CONSTRAINT ck_rounds_number CHECK (number >= 1), 
	CONSTRAINT ck_rounds_side CHECK (side BETWEEN 0 AND 3), 
	CONSTRAINT fk_rounds_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "rounds" VALUES(1,1,0,6,8,62,2,62,2);
INSERT INTO "rounds" VALUES(1,1,1,3,5,132,2,132,2);
INSERT INTO "rounds" VALUES(2,1,0,2,2,20,0,20,0);
INSERT INTO "rounds" VALUES(2,1,1,2,2,20,0,20,0);
INSERT INTO "rounds" VALUES(2,1,2,5,7,52,2,52,2);
INSERT INTO "rounds" VALUES(2,1,3,3,2,-30,0,-30,0);
INSERT INTO "rounds" VALUES(3,1,0,6,8,62,2,62,2);
INSERT INTO "rounds" VALUES(3,1,1,4,5,41,1,41,1);
CREATE TABLE rule_sets (
	guild_id BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	name TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	author BIGINT NOT NULL, 
	CONSTRAINT pk_rule_sets PRIMARY KEY (guild_id, "key")
)
 WITHOUT ROWID

;
INSERT INTO "rule_sets" VALUES(900000000000000001,'ours','Ours','{"mode":"partners","players":4,"deck":"standard","target":500,"losing_score":-200,"bidding":"free","minimum_contract":0,"first_round":"bid","nil_value":100,"blind_nil":false,"blind_nil_value":200,"blind_nil_deficit":0,"exchange":0,"exchange_when":"any_nil","failed_nil_tricks":"bags_only","failed_nil_bag_points":1,"double_nil":"each","bag_limit":10,"bag_points_kept":true,"bag_count":"remainder","ten_made":100,"ten_missed":100,"boston":"nothing","boston_bonus":250,"spade_leads":"once_broken","breaking":"any_spade","spades_on_first_trick":true,"opening":"dealers_left","first_dealer":"before_host","bid_seconds":null,"play_seconds":null,"places":"winner_only"}',100000000011111111);
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT, 
	computer TEXT, 
	misses INTEGER NOT NULL, 
	ready BOOLEAN NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT ck_seats_seat CHECK (seat BETWEEN 0 AND 3), 
	CONSTRAINT ck_seats_user_id_with_name CHECK ((user_id IS NULL) = (name IS NULL)), 
	CONSTRAINT ck_seats_misses CHECK (misses >= 0), 
	CONSTRAINT fk_seats_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES(1,0,100000000011111111,'Ann Older',NULL,0,0);
INSERT INTO "seats" VALUES(1,1,100000000022222222,'Ben Older',NULL,0,0);
INSERT INTO "seats" VALUES(1,2,100000000033333333,'Cat Older',NULL,0,0);
INSERT INTO "seats" VALUES(1,3,100000000044444444,'Dan Older',NULL,0,0);
INSERT INTO "seats" VALUES(2,0,100000000011111111,'Ann Older',NULL,0,0);
INSERT INTO "seats" VALUES(2,1,100000000022222222,'Ben Older',NULL,0,0);
INSERT INTO "seats" VALUES(2,2,100000000033333333,'Cat Older',NULL,0,0);
INSERT INTO "seats" VALUES(2,3,100000000044444444,'Dan Older',NULL,0,0);
INSERT INTO "seats" VALUES(3,0,100000000022222222,'Ben Older',NULL,0,0);
INSERT INTO "seats" VALUES(3,1,100000000033333333,'Cat Older',NULL,0,0);
INSERT INTO "seats" VALUES(3,2,100000000044444444,'Dan Older',NULL,0,0);
INSERT INTO "seats" VALUES(3,3,NULL,NULL,'Wren',0,0);
INSERT INTO "seats" VALUES(4,0,100000000055555555,'Eve Older',NULL,0,0);
INSERT INTO "seats" VALUES(4,1,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES(4,2,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES(4,3,NULL,NULL,NULL,0,0);
CREATE TABLE sittings (
	id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	from_version INTEGER NOT NULL, 
	CONSTRAINT pk_sittings PRIMARY KEY (id), 
	CONSTRAINT ck_sittings_seat CHECK (seat BETWEEN 0 AND 3), 
	CONSTRAINT ck_sittings_from_version CHECK (from_version >= 1), 
	CONSTRAINT fk_sittings_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "sittings" VALUES(1,1,0,100000000011111111,1);
INSERT INTO "sittings" VALUES(2,1,1,100000000022222222,1);
INSERT INTO "sittings" VALUES(3,1,2,100000000033333333,1);
INSERT INTO "sittings" VALUES(4,1,3,100000000044444444,1);
INSERT INTO "sittings" VALUES(5,2,0,100000000011111111,1);
INSERT INTO "sittings" VALUES(6,2,1,100000000022222222,1);
INSERT INTO "sittings" VALUES(7,2,2,100000000033333333,1);
INSERT INTO "sittings" VALUES(8,2,3,100000000044444444,1);
INSERT INTO "sittings" VALUES(9,3,0,100000000022222222,1);
INSERT INTO "sittings" VALUES(10,3,1,100000000033333333,1);
INSERT INTO "sittings" VALUES(11,3,2,100000000044444444,1);
INSERT INTO "sittings" VALUES(12,3,3,NULL,1);
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	command_id TEXT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	host BIGINT NOT NULL, 
	preset TEXT, 
	rules TEXT NOT NULL, 
	pace TEXT NOT NULL, 
	level TEXT DEFAULT 'normal' NOT NULL, 
	status TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	contributions TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	first_dealer INTEGER, 
	start TEXT, 
	version INTEGER NOT NULL, 
	message_id BIGINT, 
	message_round INTEGER NOT NULL, 
	left_channel BIGINT, 
	left_message BIGINT, 
	due_kind TEXT, 
	due_at BIGINT, 
	CONSTRAINT ck_tables_status CHECK (status IN ('lobby', 'playing', 'paused', 'parked', 'finished', 'closed')), 
	CONSTRAINT ck_tables_due_kind CHECK (due_kind IN ('turn', 'computer', 'deal', 'close')), 
	CONSTRAINT ck_tables_left_channel_with_left_message CHECK ((left_channel IS NULL) = (left_message IS NULL)), 
	CONSTRAINT ck_tables_due_kind_with_due_at CHECK ((due_kind IS NULL) = (due_at IS NULL)), 
	CONSTRAINT ck_tables_first_dealer_with_start CHECK ((first_dealer IS NULL) = (start IS NULL)), 
	CONSTRAINT ck_tables_first_dealer CHECK (first_dealer BETWEEN 0 AND 3), 
	CONSTRAINT ck_tables_version CHECK (version >= 0), 
	CONSTRAINT ck_tables_message_round CHECK (message_round >= 0), 
	CONSTRAINT uq_tables_command_id UNIQUE (command_id)
);
INSERT INTO "tables" VALUES(1,'done 1',900000000000000001,7000000000000000007,100000000011111111,NULL,'{"mode":"partners","players":4,"deck":"standard","target":50,"losing_score":-200,"bidding":"free","minimum_contract":0,"first_round":"bid","nil_value":100,"blind_nil":false,"blind_nil_value":200,"blind_nil_deficit":0,"exchange":0,"exchange_when":"any_nil","failed_nil_tricks":"bags_only","failed_nil_bag_points":1,"double_nil":"each","bag_limit":10,"bag_points_kept":true,"bag_count":"remainder","ten_made":100,"ten_missed":100,"boston":"nothing","boston_bonus":250,"spade_leads":"once_broken","breaking":"any_spade","spades_on_first_trick":true,"opening":"dealers_left","first_dealer":"before_host","bid_seconds":null,"play_seconds":null,"places":"winner_only"}','rules','normal','finished',X'910455328050D67CFEED313C8BFEC27D73BB29B1C6A6DC7E63F4864C1D08236E','["100000000011111111:press90", "100000000022222222:press45", "100000000033333333:press0", "100000000044444444:press52", "start:begin:1"]',1767225600000000,3,'[[0, 0], [0, 0]]',57,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(2,'done 2',900000000000000001,7000000000000000007,100000000011111111,NULL,'{"mode":"solo","players":4,"deck":"standard","target":50,"losing_score":-200,"bidding":"free","minimum_contract":0,"first_round":"bid","nil_value":100,"blind_nil":false,"blind_nil_value":200,"blind_nil_deficit":0,"exchange":0,"exchange_when":"any_nil","failed_nil_tricks":"bags_only","failed_nil_bag_points":1,"double_nil":"each","bag_limit":10,"bag_points_kept":true,"bag_count":"remainder","ten_made":100,"ten_missed":100,"boston":"nothing","boston_bonus":250,"spade_leads":"once_broken","breaking":"trump_only","spades_on_first_trick":true,"opening":"dealers_left","first_dealer":"random","bid_seconds":30,"play_seconds":15,"places":"points_then_bags"}','rules','normal','finished',X'806CF4C91614767FB69D50C19F265601AA32274D9E0FED3B011E1E532523C28B','["100000000011111111:press90", "100000000022222222:press45", "100000000033333333:press0", "100000000044444444:press52", "start:begin:2"]',1767225600000000,1,'[[0, 0], [0, 0], [0, 0], [0, 0]]',57,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(3,'open',900000000000000001,7000000000000000007,100000000022222222,'cardcouch','{"mode":"partners","players":4,"deck":"standard","target":500,"losing_score":-200,"bidding":"free","minimum_contract":0,"first_round":"bid","nil_value":100,"blind_nil":false,"blind_nil_value":200,"blind_nil_deficit":0,"exchange":0,"exchange_when":"any_nil","failed_nil_tricks":"bags_only","failed_nil_bag_points":1,"double_nil":"each","bag_limit":10,"bag_points_kept":true,"bag_count":"remainder","ten_made":100,"ten_missed":100,"boston":"nothing","boston_bonus":250,"spade_leads":"once_broken","breaking":"any_spade","spades_on_first_trick":true,"opening":"dealers_left","first_dealer":"before_host","bid_seconds":null,"play_seconds":null,"places":"winner_only"}','rules','normal','playing',X'EB495D6376B246E56F981FF516E56FEEE319C4CB6A27854041AAFA5AC9137AD3','["100000000022222222:press45", "100000000033333333:press0", "100000000044444444:press52", "start:begin:3"]',1767225600000000,3,'[[0, 0], [0, 0]]',71,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(4,'lobby',900000000000000001,7000000000000000007,100000000055555555,'cardcouch','{"mode":"partners","players":4,"deck":"standard","target":500,"losing_score":-200,"bidding":"free","minimum_contract":0,"first_round":"bid","nil_value":100,"blind_nil":false,"blind_nil_value":200,"blind_nil_deficit":0,"exchange":0,"exchange_when":"any_nil","failed_nil_tricks":"bags_only","failed_nil_bag_points":1,"double_nil":"each","bag_limit":10,"bag_points_kept":true,"bag_count":"remainder","ten_made":100,"ten_missed":100,"boston":"nothing","boston_bonus":250,"spade_leads":"once_broken","breaking":"any_spade","spades_on_first_trick":true,"opening":"dealers_left","first_dealer":"before_host","bid_seconds":null,"play_seconds":null,"places":"winner_only"}','rules','normal','lobby',X'E1D50FF956245F681D78677F9593AC92D20B4D2AC446DD9775DD4091479C7EA0','["100000000055555555:press7"]',1767225600000000,NULL,NULL,0,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE totals (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	bags INTEGER NOT NULL, 
	tricks_bid INTEGER NOT NULL, 
	tricks_taken INTEGER NOT NULL, 
	contracts INTEGER NOT NULL, 
	contracts_made INTEGER NOT NULL, 
	nils INTEGER NOT NULL, 
	nils_made INTEGER NOT NULL, 
	blind_nils INTEGER NOT NULL, 
	blind_nils_made INTEGER NOT NULL, 
	CONSTRAINT pk_totals PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID

;
INSERT INTO "totals" VALUES(900000000000000001,100000000011111111,2,0,2,82,2,4,8,2,2,0,0,0,0);
INSERT INTO "totals" VALUES(900000000000000001,100000000022222222,2,1,3,214,4,9,10,3,3,0,0,0,0);
INSERT INTO "totals" VALUES(900000000000000001,100000000033333333,2,1,3,155,5,10,10,3,3,0,0,0,0);
INSERT INTO "totals" VALUES(900000000000000001,100000000044444444,2,1,3,164,4,5,7,3,2,1,1,0,0);
CREATE INDEX ix_tables_status ON tables (status);
CREATE INDEX ix_tables_message_id ON tables (message_id);
CREATE INDEX ix_tables_channel_id ON tables (channel_id);
CREATE INDEX ix_sittings_table_id ON sittings (table_id);
CREATE TRIGGER sittings_no_update BEFORE UPDATE ON sittings BEGIN SELECT RAISE(ABORT, 'a row of sittings stays as it is'); END;
CREATE TRIGGER sittings_no_delete BEFORE DELETE ON sittings BEGIN SELECT RAISE(ABORT, 'a row of sittings stays as it is'); END;
CREATE TRIGGER log_no_update BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'a row of log stays as it is'); END;
CREATE TRIGGER log_no_delete BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'a row of log stays as it is'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',4);
COMMIT;
